import 'dart:async';

import 'package:throughline_flutter/src/core/link_event.dart';
import 'package:throughline_flutter/src/core/links/event_stream.dart';

import 'check.dart';

DynalinkEvent _event(String url) =>
    DynalinkEvent(actualUrl: url, source: LinkEventSource.loadingPage);

/// The events that a listener of the stream gets.
Future<void> checkStream() async {
  await check('each listener gets the last event first', () async {
    final events = EventStream();
    events.emit(_event('a'));
    events.emit(_event('b'));
    final heard = <String>[];
    for (final name in ['1', '2']) {
      events.stream.listen((event) => heard.add('$name${event.actualUrl}'));
    }
    await null;
    events.emit(_event('c'));
    expectSame(heard, ['1b', '2b', '1c', '2c']);
  });

  await check('events after the last one keep their order', () async {
    final events = EventStream();
    events.emit(_event('a'));
    final heard = <String>[];
    events.stream.listen((event) => heard.add(event.actualUrl));
    events.emit(_event('b'));
    await Future<void>.delayed(Duration.zero);
    expectSame(heard, ['a', 'b']);
  });

  await check('the stream is a broadcast stream', () {
    expectSame(EventStream().stream.isBroadcast, true);
  });

  await check('a listener has received an event when emit returns', () {
    final events = EventStream();
    final heard = <String>[];
    events.stream.listen((event) => heard.add(event.actualUrl));
    events.emit(_event('a'));
    expectSame(heard, ['a']);
  });

  await check('one listener’s error does not stop the others', () {
    final events = EventStream();
    final heard = <String>[];
    final faults = <Object>[];
    runZonedGuarded(
      () => events.stream.listen((_) => throw 'a fault of the app'),
      (error, _) => faults.add(error),
    );
    events.stream.listen((event) => heard.add(event.actualUrl));
    events.emit(_event('a'));
    expectSame(heard, ['a']);
    expectSame(faults, ['a fault of the app']);
  });

  await check('a canceled listener gets no events', () async {
    final events = EventStream();
    final heard = <String>[];
    late final StreamSubscription<DynalinkEvent> second;
    events.stream.listen((_) => unawaited(second.cancel()));
    second = events.stream.listen((event) => heard.add(event.actualUrl));
    events.emit(_event('a'));
    events.stream.listen((event) => heard.add('late ${event.actualUrl}'));
    await null;
    events.emit(_event('b'));
    expectSame(heard, ['late a', 'late b']);
  });

  await check('a canceled listener is not retained', () async {
    final events = EventStream();
    final listening = events.stream.listen((_) {});
    expectSame(events.hasListener, true);
    await listening.cancel();
    expectSame(events.hasListener, false);
  });

  await check('a listener that subscribes during an event gets it once', () async {
    final events = EventStream();
    final heard = <String>[];
    var isFirst = true;
    events.stream.listen((_) {
      if (isFirst) events.stream.listen((event) => heard.add(event.actualUrl));
      isFirst = false;
    });
    events.emit(_event('a'));
    await null;
    expectSame(heard, ['a']);
  });

  await check('a paused listener gets all events when it resumes', () async {
    final events = EventStream();
    final heard = <String>[];
    final listening = events.stream.listen(
      (event) => heard.add(event.actualUrl),
    );
    listening.pause();
    events.emit(_event('a'));
    events.emit(_event('b'));
    expectSame(heard, <String>[]);
    listening.resume();
    await Future<void>.delayed(Duration.zero);
    expectSame(heard, ['a', 'b']);
  });
}
