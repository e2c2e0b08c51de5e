abstract class Clipboard {
  static const kTextPlain = 'text/plain';

  external static Future<void> setData(ClipboardData data);
  external static Future<ClipboardData?> getData(String format);
}

class ClipboardData {
  const ClipboardData({required String this.text});

  final String? text;
}

class MethodCall {
  const MethodCall(this.method, [this.arguments]);

  final String method;
  final dynamic arguments;
}

class MethodChannel {
  const MethodChannel(this.name);

  final String name;
}

class EventChannel {
  const EventChannel(this.name);

  final String name;
}

class PlatformException implements Exception {
  PlatformException({required this.code, this.message, this.details});

  final String code;
  final String? message;
  final dynamic details;
}

abstract class SystemChannels {
  external static MethodChannel get platform;
}
