import 'dart:convert';

import 'package:throughline_flutter/src/core/adapters.dart';
import 'package:throughline_flutter/src/core/options.dart';
import 'package:throughline_flutter/src/core/throughline_core.dart';

import 'check.dart';
import 'counting_runtime.dart';
import 'small_platform.dart';

const _device = Device(platform: DevicePlatform.ios);
const _link = 'https://acme.links.example/A?x=';

/// The install report at its limits.
Future<void> checkInstall() async {
  await check('a referrer is truncated at 16,384 characters', () async {
    final platform = SmallPlatform(device: _device, referrer: 'x' * 16385);
    final report = await _reportOf(platform);
    expectSame((report['install_referrer'] as String?)?.length, 16384);
  });

  for (final (length, isTold) in [(4096, true), (4097, false)]) {
    await check('a link of $length characters in the clipboard', () async {
      final platform = SmallPlatform(
        device: _device,
        clipboard: _link.padRight(length, 'x'),
      );
      final report = await _reportOf(platform);
      expectSame(report.containsKey('link_url'), isTold);
    });
  }

  await check('close leaves no timer', () async {
    final runtime = CountingRuntime();
    final platform = SmallPlatform(
      device: _device,
      isOffline: true,
      runtime: runtime,
    );
    final throughline = _start(platform);
    Future<void> settle() => Future.delayed(Duration.zero);
    await settle();
    await runtime.time.advance(const Duration(seconds: 5), settle);
    expectSame(platform.requests.length, 4);
    expectSame(runtime.active, 1);
    throughline.close();
    expectSame(runtime.active, 0);
  });

  await check('close during a report leaves no timer', () async {
    final runtime = CountingRuntime();
    final platform = SmallPlatform(
      device: _device,
      isOffline: true,
      runtime: runtime,
    );
    final throughline = _start(platform);
    Future<void> settle() => Future.delayed(Duration.zero);
    await settle();
    expectSame(platform.requests.length, 1);
    throughline.close();
    await runtime.time.advance(const Duration(seconds: 5), settle);
    expectSame(platform.requests.length, 4);
    expectSame(runtime.active, 0);
  });
}

Future<Map<String, Object?>> _reportOf(SmallPlatform platform) async {
  final throughline = _start(platform);
  await throughline.ready;
  throughline.close();
  final report = platform.requests.first;
  return jsonDecode(report.substring(report.indexOf('{')))
      as Map<String, Object?>;
}

ThroughlineCore _start(SmallPlatform platform) => ThroughlineCore(
  ThroughlineOptions(
    publicKey: '1a2b3c4d-0000-4000-8000-00000000009f',
    projectId: '1a2b3c4d-0000-4000-8000-00000000009f',
    baseUrl: 'https://api.example.com',
    linkHost: 'acme.links.example',
    logger: (_) {},
    adapters: platform.adapters,
  ),
);
