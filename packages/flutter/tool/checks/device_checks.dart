import 'dart:convert';

import 'package:throughline_flutter/src/core/adapters.dart';
import 'package:throughline_flutter/src/core/install/read_device.dart';

import 'check.dart';

/// The device facts in the report.
Future<void> checkDevice() async {
  const android = DevicePlatform.android;
  const none = Device(platform: android);

  await check('a device keeps values at the limits of the service', () {
    final device = Device(
      platform: android,
      osVersion: '1' * 64,
      model: 'x' * 128,
      screenWidth: 20000,
      screenHeight: 844.5,
      pixelRatio: 20,
      languages: [for (var i = 0; i < 20; i += 1) 'd' * 35],
      timeZone: 'z' * 64,
    );
    final facts = deviceFacts(device);
    expectSame(facts.length, 7);
    expectSame((facts['languages'] as List?)?.length, 20);
    // A whole number is sent as such.
    expectSame(
      jsonEncode([facts['screen_width'], facts['screen_height']]),
      '[20000,844.5]',
    );
  });

  final odd = {
    'missing': none,
    'empty': const Device(
      platform: android,
      osVersion: '',
      model: '',
      timeZone: '',
      languages: ['', ''],
      screenWidth: 0,
    ),
    'not a length': const Device(
      platform: android,
      screenWidth: double.nan,
      screenHeight: double.infinity,
      pixelRatio: -1,
    ),
    'too much': Device(
      platform: android,
      osVersion: '1' * 65,
      model: 'x' * 129,
      timeZone: 'z' * 65,
      languages: ['d' * 36],
      screenWidth: 20000.5,
      pixelRatio: 20.5,
    ),
  };
  for (final MapEntry(key: name, value: device) in odd.entries) {
    await check('a device omits values that are $name', () {
      expectSame(deviceFacts(device), '{}');
    });
  }

  await check('a device keeps its first twenty languages', () {
    final tags = [for (var i = 0; i < 30; i += 1) 'de-x-$i'];
    final facts = deviceFacts(
      Device(platform: android, languages: ['', ...tags]),
    );
    expectSame(facts['languages'], tags.sublist(0, 20));
  });
}
