import 'dart:async';

typedef MethodCallHandler = Future<Object?>? Function(MethodCall call);
typedef StreamOpener = void Function(StreamSink<Object?> events);

/// What answers calls, by the channel's name. Not in Flutter: stand-ins alone
/// use these two.
final methodHandlers = <String, MethodCallHandler>{};
final streamOpeners = <String, StreamOpener>{};

class MethodCall {
  const MethodCall(this.method, [this.arguments]);

  final String method;
  final dynamic arguments;
}

class MethodChannel {
  const MethodChannel(this.name);

  final String name;

  Future<T?> invokeMethod<T>(String method, [dynamic arguments]) async {
    final handler = methodHandlers[name];
    if (handler == null) throw MissingPluginException('$method on $name');
    return await handler(MethodCall(method, arguments)) as T?;
  }
}

class EventChannel {
  const EventChannel(this.name);

  final String name;

  Stream<dynamic> receiveBroadcastStream() {
    final events = StreamController<Object?>.broadcast();
    events.onListen = () => streamOpeners[name]?.call(events);
    return events.stream;
  }
}

class MissingPluginException implements Exception {
  MissingPluginException([this.message]);

  final String? message;
}

class PlatformException implements Exception {
  PlatformException({required this.code, this.message, this.details});

  final String code;
  final String? message;
  final dynamic details;
}

abstract class SystemChannels {
  static const platform = MethodChannel('flutter/platform');
}

abstract class Clipboard {
  static const kTextPlain = 'text/plain';

  static Future<ClipboardData?> getData(String format) async {
    final data = await SystemChannels.platform
        .invokeMethod<Map<Object?, Object?>>('Clipboard.getData', format);
    return data == null ? null : ClipboardData(text: data['text'] as String);
  }
}

class ClipboardData {
  const ClipboardData({required String this.text});

  final String? text;
}
