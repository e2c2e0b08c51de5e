import 'package:throughline_flutter/src/core/adapters.dart';
import 'package:throughline_flutter/throughline_flutter.dart';

import 'check.dart';
import 'small_platform.dart';

const _id = '1a2b3c4d-0000-4000-8000-00000000009f';

/// The one instance of an app.
Future<void> checkThroughline() async {
  await check('there is no instance before initialize', _expectNone);

  await check('invalid options create no instance', () async {
    try {
      await _initialize(SmallPlatform(), publicKey: 'x');
    } on ThroughlineException catch (error) {
      expectSame(error.code, ThroughlineErrorCode.badOptions);
      return _expectNone();
    }
    throw 'did not fail';
  });

  await check('initialize without an API address says so', () async {
    try {
      await Throughline.initialize(
        publicKey: _id,
        projectId: _id,
        adapters: SmallPlatform().adapters,
      );
    } on ThroughlineException catch (error) {
      return expectSame(error.message.startsWith('baseUrl must be'), true);
    }
    throw 'did not fail';
  });

  await check('a second initialize keeps the first instance', () async {
    final first = SmallPlatform();
    final second = SmallPlatform();
    await _initialize(first);
    final instance = Throughline.instance;
    await _initialize(second);
    expectSame(identical(Dynalink.instance, instance), true);
    expectSame(first.links.hasListener, true);
    expectSame(second.links.hasListener, false);
    instance.close();
    expectSame(first.links.hasListener, false);
    _expectNone();
  });

  await check('initialize after close creates another instance', () async {
    await _initialize(SmallPlatform());
    final first = Throughline.instance..close();
    await _initialize(SmallPlatform());
    final second = Throughline.instance;
    expectSame(identical(first, second), false);
    // An instance that was closed before does not close another.
    first.close();
    expectSame(identical(Throughline.instance, second), true);
    second.close();
  });

  await check('initialize passes on all options', () async {
    final platform = SmallPlatform(
      device: const Device(platform: DevicePlatform.ios),
    );
    final lines = <String>[];
    await _initialize(
      platform,
      consent: true,
      customDomains: ['go.acme.com'],
      logger: lines.add,
    );
    final throughline = Throughline.instance;
    await throughline.ready;
    for (final host in ['acme.links.example', 'go.acme.com']) {
      platform.links.add('https://$host/A');
      await throughline.dynamicLinkStream.first;
    }
    platform.links.add('nothing');
    await Future<void>.delayed(Duration.zero);
    throughline.close();
    final [report, first, ...] = platform.requests;
    expectSame(
      report.startsWith('POST https://api.example.com/api/attribution/'),
      true,
    );
    expectSame(report.contains('"consent":true'), true);
    expectSame(first, 'GET https://api.example.com/api/links/A');
    expectSame(
      platform.requests.any((each) => each.contains('link-domains')),
      false,
    );
    expectSame(lines.length, 1);
  });
}

Future<void> _initialize(
  SmallPlatform platform, {
  String publicKey = _id,
  List<String> customDomains = const [],
  bool? consent,
  void Function(String line)? logger,
}) => Throughline.initialize(
  publicKey: publicKey,
  projectId: _id,
  baseUrl: 'https://api.example.com/',
  linkHost: 'acme.links.example',
  customDomains: customDomains,
  consent: consent,
  logger: logger,
  adapters: platform.adapters,
);

void _expectNone() {
  try {
    Throughline.instance;
  } on StateError {
    return;
  }
  throw 'there is an instance';
}
