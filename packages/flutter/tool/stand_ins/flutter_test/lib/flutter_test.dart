import 'package:flutter/services.dart';
import 'package:flutter/widgets.dart';

export 'dart:async';

external void test(Object description, dynamic Function() body);
external void group(Object description, void Function() body);
external void setUp(dynamic Function() body);
external void tearDown(dynamic Function() body);
external void addTearDown(dynamic Function() callback);
external void expect(dynamic actual, dynamic matcher, {String? reason});

abstract class Matcher {
  const Matcher();
}

external Matcher equals(Object? expected);
external Matcher emitsInOrder(Iterable<dynamic> matchers);
external Matcher get isEmpty;
external Matcher get isNull;
external Matcher get isNotNull;
external Matcher closeTo(num value, num delta);

abstract class TestWidgetsFlutterBinding extends WidgetsBinding {
  external static TestWidgetsFlutterBinding ensureInitialized();

  @override
  TestPlatformDispatcher get platformDispatcher;
}

abstract class TestPlatformDispatcher implements PlatformDispatcher {
  @override
  Iterable<TestDisplay> get displays;

  @override
  TestFlutterView? get implicitView;

  set localesTestValue(List<Locale> locales);
  void clearLocalesTestValue();
}

abstract class TestDisplay implements Display {
  set size(Size size);
  set devicePixelRatio(double ratio);
  void reset();
}

abstract class TestFlutterView implements FlutterView {
  set physicalSize(Size size);
  set devicePixelRatio(double ratio);
  void reset();
}

abstract class TestDefaultBinaryMessengerBinding {
  external static TestDefaultBinaryMessengerBinding get instance;

  TestDefaultBinaryMessenger get defaultBinaryMessenger;
}

abstract class TestDefaultBinaryMessenger {
  void setMockMethodCallHandler(
    MethodChannel channel,
    Future<Object?>? Function(MethodCall message)? handler,
  );

  void setMockStreamHandler(EventChannel channel, MockStreamHandler? handler);
}

abstract class MockStreamHandler {
  external factory MockStreamHandler.inline({
    required void Function(
      Object? arguments,
      MockStreamHandlerEventSink events,
    )
    onListen,
    void Function(Object? arguments)? onCancel,
  });
}

abstract class MockStreamHandlerEventSink {
  void success(Object? event);
  void endOfStream();
}
