abstract class FlutterTimezone {
  external static Future<String> getLocalTimezone();
}
