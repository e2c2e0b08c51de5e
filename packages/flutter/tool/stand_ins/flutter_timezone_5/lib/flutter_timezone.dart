import 'package:flutter/services.dart';

abstract class FlutterTimezone {
  static const _channel = MethodChannel('flutter_timezone');

  static Future<TimezoneInfo> getLocalTimezone([String? localeName]) async {
    final zone = await _channel.invokeMethod<Map<Object?, Object?>>(
      'getLocalTimezone',
    );
    return TimezoneInfo._(zone!['identifier'] as String);
  }
}

class TimezoneInfo {
  TimezoneInfo._(this.identifier);

  final String identifier;

  external ({String locale, String name})? get localizedName;
}
