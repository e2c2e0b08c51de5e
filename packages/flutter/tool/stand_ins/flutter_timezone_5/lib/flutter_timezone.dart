abstract class FlutterTimezone {
  external static Future<TimezoneInfo> getLocalTimezone([String? localeName]);
}

abstract class TimezoneInfo {
  String get identifier;
  ({String locale, String name})? get localizedName;
}
