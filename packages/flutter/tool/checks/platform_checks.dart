import 'dart:async';

import 'package:throughline_flutter/src/core/adapters.dart';
import 'package:throughline_flutter/src/core/errors.dart';
import 'package:throughline_flutter/src/core/options.dart';
import 'package:throughline_flutter/src/core/platform/log.dart';
import 'package:throughline_flutter/src/core/platform/new_uuid.dart';
import 'package:throughline_flutter/src/core/platform/runtime.dart';
import 'package:throughline_flutter/src/core/platform/turns.dart';
import 'package:throughline_flutter/src/core/throughline_core.dart';
import 'package:throughline_flutter/src/plugins/links.dart';

import 'check.dart';
import 'counting_runtime.dart';
import 'small_platform.dart';

const _key = '1a2b3c4d-0000-4000-8000-00000000009f';

/// The parts below the operations.
Future<void> checkPlatform() async {
  await check('a UUID is random and of version 4', () {
    final shape = RegExp(
      r'^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$',
    );
    final ids = {for (var i = 0; i < 200; i += 1) newUuid()};
    expectSame(ids.length, 200);
    expectSame(ids.every(shape.hasMatch), true);
    final digits = {...ids.join().split('')}..remove('-');
    expectSame(digits.length, 16);
  });

  await check('no log line contains the project key', () {
    final lines = <String>[];
    createLog(lines.add, _key)('$_key and $_key');
    expectSame(lines, ['1a2b…9f and 1a2b…9f']);
  });

  await check('log lines are printed without a logger', () {
    final lines = <String>[];
    runZoned(
      () => createLog(null, _key)('a line'),
      zoneSpecification: ZoneSpecification(
        print: (_, _, _, line) => lines.add(line),
      ),
    );
    expectSame(lines, ['a line']);
  });

  await check('an error of the logger goes to the zone, and stops nothing', () {
    final faults = <Object>[];
    final done = Completer<void>();
    runZonedGuarded(() async {
      final runtime = CountingRuntime();
      final platform = SmallPlatform(
        device: const Device(platform: DevicePlatform.ios),
        isOffline: true,
        runtime: runtime,
      );
      final throughline = _start(platform, [], logger: (_) => throw 'a fault');
      Future<void> settle() => Future.delayed(Duration.zero);
      await settle();
      await runtime.time.advance(const Duration(seconds: 5), settle);
      // The report is retried.
      expectSame(runtime.active, 1);
      expectSame(faults, ['a fault']);
      throughline.close();
      await throughline.ready;
      done.complete();
    }, (error, _) => faults.add(error));
    return done.future;
  });

  await check('a source of links that fails to end is ignored', () async {
    final faults = <Object>[];
    await runZonedGuarded(() async {
      final platform = SmallPlatform(links: StreamController());
      platform.links.onCancel = () => Future<void>.error('a fault');
      final throughline = _start(platform, []);
      await throughline.ready;
      throughline.close();
      await Future<void>.delayed(Duration.zero);
    }, (error, _) => faults.add(error));
    expectSame(faults, <Object>[]);
  });

  await check('copied adapters differ only in the given fields', () {
    final one = SmallPlatform(runtime: CountingRuntime()).adapters;
    final other = SmallPlatform(runtime: CountingRuntime()).adapters;
    List<Object?> parts(Adapters of) => [
      of.storage,
      of.links,
      of.device,
      of.installReferrer,
      of.clipboard,
      of.fetch,
      of.runtime,
    ];
    bool areSame(Adapters copy, Adapters original) {
      final originals = parts(original);
      return parts(copy).indexed.every((it) => it.$2 == originals[it.$1]);
    }

    expectSame(areSame(one, other), false);
    expectSame(areSame(one.copyWith(), one), true);
    final copy = one.copyWith(device: other.device);
    expectSame(identical(copy.device, other.device), true);
    expectSame(areSame(copy.copyWith(device: one.device), one), true);
    final replaced = one.copyWith(
      storage: other.storage,
      links: other.links,
      device: other.device,
      installReferrer: other.installReferrer,
      clipboard: other.clipboard,
      fetch: other.fetch,
      runtime: other.runtime,
    );
    expectSame(areSame(replaced, other), true);
  });

  await check('the app can exclude URLs from the SDK', () async {
    final platform = SmallPlatform(initialUrl: 'https://shop.example/start');
    final seen = <String>[];
    final links = FilteredLinkSource(platform, (url) {
      seen.add(url);
      return url.startsWith('https://shop.example/');
    });
    final heard = <String>[];
    final listening = links.urls.listen(heard.add);
    expectSame(await links.getInitialUrl(), null);
    platform.links.add('https://shop.example/shoes/7');
    platform.links.add('https://acme.links.example/A');
    await Future<void>.delayed(Duration.zero);
    await listening.cancel();
    expectSame(heard, ['https://acme.links.example/A']);
    expectSame(seen.length, 3);
    final other = FilteredLinkSource(platform, (_) => false);
    expectSame(await other.getInitialUrl(), platform.initialUrl);
  });

  await check('a task starts when the previous one has ended', () async {
    final turns = Turns();
    final log = <String>[];
    Future<void> work(String name) async {
      log.add('$name begins');
      await Future<void>.delayed(Duration.zero);
      log.add('$name ends');
      if (name == 'a') throw StateError('a fault');
    }

    turns(() => work('a')).ignore();
    await turns(() => work('b'));
    expectSame(log, ['a begins', 'a ends', 'b begins', 'b ends']);
  });

  await check('a response in time leaves no timer', () async {
    final runtime = CountingRuntime();
    await within(runtime, Future.value(1));
    await within(runtime, Future<int>.error('x')).catchError((Object _) => 0);
    await null;
    expectSame(runtime.active, 0);
    expectSame(runtime.timers.length, 2);
  });

  await check('the platform’s clock, randomness and timers are real', () async {
    final runtime = PlatformRuntime();
    final before = DateTime.now();
    final fired = Completer<void>();
    runtime.startTimer(const Duration(milliseconds: 2), fired.complete);
    await fired.future;
    expectSame(runtime.now().isAfter(before), true);
    final chances = {for (var i = 0; i < 20; i += 1) runtime.random()};
    expectSame(chances.length, 20);
    expectSame(chances.every((each) => each >= 0 && each < 1), true);
  });

  await check('an error of the source of links is logged', () async {
    final platform = SmallPlatform();
    final lines = <String>[];
    final throughline = _start(platform, lines);
    await throughline.ready;
    platform.links.addError(Exception('the plug-in fails'));
    platform.links.add('not a link');
    await Future<void>.delayed(Duration.zero);
    throughline.close();
    expectSame(lines, [
      'The adapter links failed: Exception: the plug-in fails',
      'Ignoring link that is not served by the service',
    ]);
    expectSame(platform.links.hasListener, false);
  });

  await check('ready waits for the link that started the app', () async {
    final platform = SmallPlatform(
      initialUrl: 'https://acme.links.example/A',
      latency: const Duration(milliseconds: 50),
    );
    final throughline = _start(platform, []);
    final heard = <String?>[];
    throughline.dynamicLinkStream.listen((event) => heard.add(event.code));
    await throughline.ready;
    throughline.close();
    expectSame(heard, ['A']);
  });

  await check('an exception names its code and what to do', () {
    try {
      _start(SmallPlatform(), [], publicKey: 'x');
    } on ThroughlineException catch (error) {
      return expectSame(
        error,
        'ThroughlineException(bad_options): publicKey must be the key '
        '(a UUID) that "project create" printed, not x.',
      );
    }
    throw 'did not fail';
  });
}

ThroughlineCore _start(
  SmallPlatform platform,
  List<String> lines, {
  String publicKey = _key,
  Logger? logger,
}) => ThroughlineCore(
  ThroughlineOptions(
    publicKey: publicKey,
    projectId: _key,
    baseUrl: 'https://api.example.com',
    linkHost: 'acme.links.example',
    logger: logger ?? lines.add,
    adapters: platform.adapters,
  ),
);
