import 'dart:async';

import 'package:flutter/services.dart';
import 'package:flutter/widgets.dart';

import 'src/matchers.dart';
import 'src/run_tests.dart';

export 'dart:async' show Future;

export 'src/matchers.dart'
    show
        Matcher,
        closeTo,
        emitsInOrder,
        equals,
        expect,
        isEmpty,
        isNotNull,
        isNull;
export 'src/run_tests.dart' show addTearDown, group, setUp, tearDown, test;

class TestWidgetsFlutterBinding implements WidgetsBinding {
  TestWidgetsFlutterBinding._();

  static final _binding = TestWidgetsFlutterBinding._();

  static TestWidgetsFlutterBinding ensureInitialized() {
    WidgetsBinding.instance = _binding;
    return _binding;
  }

  @override
  final TestPlatformDispatcher platformDispatcher = TestPlatformDispatcher._();
}

class TestPlatformDispatcher implements PlatformDispatcher {
  TestPlatformDispatcher._();

  @override
  final List<TestDisplay> displays = [TestDisplay._()];

  @override
  late final TestFlutterView? implicitView = TestFlutterView._(displays.first);

  @override
  List<Locale> get locales => _locales;
  List<Locale> _locales = const [];

  set localesTestValue(List<Locale> locales) => _locales = locales;

  void clearLocalesTestValue() => _locales = const [];
}

class TestDisplay implements Display {
  TestDisplay._();

  @override
  Size size = Size.zero;

  @override
  double devicePixelRatio = 0;

  void reset() => size = Size.zero;
}

class TestFlutterView implements FlutterView {
  TestFlutterView._(this.display);

  @override
  final TestDisplay display;

  @override
  Size physicalSize = Size.zero;

  @override
  double devicePixelRatio = 0;

  void reset() => physicalSize = Size.zero;
}

abstract class TestDefaultBinaryMessengerBinding {
  static final instance = _MessengerBinding();

  TestDefaultBinaryMessenger get defaultBinaryMessenger;
}

class _MessengerBinding implements TestDefaultBinaryMessengerBinding {
  @override
  final TestDefaultBinaryMessenger defaultBinaryMessenger =
      TestDefaultBinaryMessenger._();
}

class TestDefaultBinaryMessenger {
  TestDefaultBinaryMessenger._();

  void setMockMethodCallHandler(
    MethodChannel channel,
    Future<Object?>? Function(MethodCall message)? handler,
  ) {
    methodHandlers.remove(channel.name);
    if (handler != null) methodHandlers[channel.name] = handler;
  }

  void setMockStreamHandler(EventChannel channel, MockStreamHandler? handler) {
    streamOpeners.remove(channel.name);
    if (handler == null) return;
    streamOpeners[channel.name] =
        (events) =>
            handler._onListen(null, MockStreamHandlerEventSink._(events));
  }
}

class MockStreamHandler {
  MockStreamHandler.inline({
    required void Function(Object? arguments, MockStreamHandlerEventSink events)
    onListen,
  }) : _onListen = onListen;

  final void Function(Object? arguments, MockStreamHandlerEventSink events)
  _onListen;
}

class MockStreamHandlerEventSink {
  MockStreamHandlerEventSink._(this._events);

  final StreamSink<Object?> _events;

  void success(Object? event) => _events.add(event);
  void endOfStream() => _events.close();
}

/// Only the README uses these.
external void testWidgets(
  String description,
  Future<void> Function(WidgetTester tester) callback,
);

abstract class WidgetTester {
  Future<void> pumpWidget(Widget widget);
  Future<int> pumpAndSettle();
}

abstract class Finder {}

abstract class CommonFinders {
  Finder text(String text);
}

external CommonFinders get find;
external Matcher get findsOneWidget;
