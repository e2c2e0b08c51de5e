import 'dart:async';

import 'package:flutter/services.dart';

class AppLinks {
  factory AppLinks() => _instance;

  AppLinks._();

  static final _instance = AppLinks._();
  static const _calls = MethodChannel('com.llfbandit.app_links/messages');
  static const _events = EventChannel('com.llfbandit.app_links/events');

  StreamController<String>? _controller;

  Future<String?> getInitialLinkString() =>
      _calls.invokeMethod<String>('getInitialLink');

  /// As the plug-in has it: the stream ends a little after its last listener
  /// has left, also for one that began to listen in between.
  Stream<String> get stringLinkStream {
    final known = _controller;
    if (known != null) return known.stream;
    final controller = _controller = StreamController<String>.broadcast();
    final listening = _events.receiveBroadcastStream().listen(
      (link) => controller.add(link as String),
      onError: controller.addError,
    );
    controller.onCancel = () async {
      await listening.cancel();
      await controller.close();
      _controller = null;
    };
    return controller.stream;
  }

  external Future<Uri?> getInitialLink();
  external Stream<Uri> get uriLinkStream;
}
