import 'package:flutter/services.dart';

abstract class FlutterTimezone {
  static const _channel = MethodChannel('flutter_timezone');

  static Future<String> getLocalTimezone() async =>
      (await _channel.invokeMethod<String>('getLocalTimezone'))!;
}
