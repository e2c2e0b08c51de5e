import 'package:flutter/services.dart';

class AppLinks {
  factory AppLinks() => const AppLinks._();

  const AppLinks._();

  static const _calls = MethodChannel('com.llfbandit.app_links/messages');
  static const _events = EventChannel('com.llfbandit.app_links/events');

  Future<String?> getInitialLinkString() =>
      _calls.invokeMethod<String>('getInitialLink');

  Stream<String> get stringLinkStream =>
      _events.receiveBroadcastStream().cast<String>();

  external Future<Uri?> getInitialLink();
  external Stream<Uri> get uriLinkStream;
}
