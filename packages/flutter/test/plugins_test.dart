// Tests the code that calls the plug-ins, using their channels.
import 'dart:async';

import 'package:flutter/foundation.dart';
import 'package:flutter/services.dart';
import 'package:flutter/widgets.dart';
import 'package:flutter_test/flutter_test.dart';
import 'package:shared_preferences_platform_interface/in_memory_shared_preferences_async.dart';
import 'package:shared_preferences_platform_interface/shared_preferences_async_platform_interface.dart';
import 'package:throughline_flutter/adapters.dart';

const _linkCalls = MethodChannel('com.llfbandit.app_links/messages');
const _linkEvents = EventChannel('com.llfbandit.app_links/events');
const _deviceInfo = MethodChannel('dev.fluttercommunity.plus/device_info');
const _timeZone = MethodChannel('flutter_timezone');
const _referrer = MethodChannel('com.chunkytofustudios.play_install_referrer');

void main() {
  final dispatcher =
      TestWidgetsFlutterBinding.ensureInitialized().platformDispatcher;
  final messenger =
      TestDefaultBinaryMessengerBinding.instance.defaultBinaryMessenger;

  void answer(MethodChannel channel, Object? Function(MethodCall call) reply) {
    messenger.setMockMethodCallHandler(channel, (call) async => reply(call));
    addTearDown(() => messenger.setMockMethodCallHandler(channel, null));
  }

  Adapters adaptersOn(
    TargetPlatform platform, {
    bool readsClipboard = false,
    bool Function(String url)? onUrl,
  }) {
    debugDefaultTargetPlatformOverride = platform;
    return pluginAdapters(readsClipboard: readsClipboard, onUrl: onUrl);
  }

  setUp(() {
    SharedPreferencesAsyncPlatform.instance =
        InMemorySharedPreferencesAsync.empty();
    dispatcher.localesTestValue = const [Locale('de', 'DE'), Locale('en')];
  });

  tearDown(() {
    debugDefaultTargetPlatformOverride = null;
    dispatcher.clearLocalesTestValue();
  });

  test('links are passed unchanged', () async {
    const urls = ['https://Acme.links.example/AB?x=%41', 'service-1://open?%'];
    answer(_linkCalls, (call) => call.method == 'getInitialLink' ? urls[0] : 0);
    late MockStreamHandlerEventSink system;
    messenger.setMockStreamHandler(
      _linkEvents,
      MockStreamHandler.inline(
        onListen: (_, events) {
          system = events;
          events.success(urls[0]);
        },
      ),
    );
    addTearDown(() => messenger.setMockStreamHandler(_linkEvents, null));

    Future<List<String>> hear(LinkSource links) async {
      final heard = <String>[];
      final listening = links.urls.listen(heard.add);
      final initial = await links.getInitialUrl();
      if (initial != null) heard.add(initial);
      // The channel's messages take a few turns of the event loop.
      await Future<void>.delayed(const Duration(milliseconds: 20));
      system.success(urls[1]);
      await Future<void>.delayed(const Duration(milliseconds: 20));
      unawaited(listening.cancel());
      return heard;
    }

    expect(await hear(adaptersOn(TargetPlatform.android).links), urls);
    // An app may close the SDK and initialize it again immediately: then the
    // URL that started the app is old.
    final again = adaptersOn(TargetPlatform.android).links;
    expect(await hear(again), [urls[1]]);

    final seen = <String>[];
    Future<List<String>> hearUnless({required bool isHandled}) => hear(
      adaptersOn(
        TargetPlatform.android,
        onUrl: (url) {
          seen.add(url);
          return isHandled;
        },
      ).links,
    );
    expect(await hearUnless(isHandled: true), isEmpty);
    expect(await hearUnless(isHandled: false), [urls[1]]);
    expect(seen, [urls[1], urls[1]]);
  });

  test('texts are stored, read and removed', () async {
    final storage = adaptersOn(TargetPlatform.android).storage;
    expect(await storage.getItem('throughline.gclid'), isNull);
    await storage.setItem('throughline.gclid', 'g1');
    expect(await storage.getItem('throughline.gclid'), 'g1');
    await storage.removeItem('throughline.gclid');
    expect(await storage.getItem('throughline.gclid'), isNull);
  });

  test('Android reports its release, and the whole screen in dp', () async {
    answer(_deviceInfo, (_) => _android);
    answer(_timeZone, (_) => {'identifier': 'Europe/Berlin'});
    final display =
        dispatcher.displays.first
          ..size = const Size(1080, 2400)
          ..devicePixelRatio = 2.625;
    addTearDown(display.reset);
    final device = await adaptersOn(TargetPlatform.android).device.getDevice();
    expect(device?.platform, DevicePlatform.android);
    expect(device?.osVersion, '14');
    expect(device?.model, 'Pixel 8');
    expect(device?.screenWidth, closeTo(411.43, 0.01));
    expect(device?.screenHeight, closeTo(914.29, 0.01));
    expect(device?.pixelRatio, 2.625);
    expect(device?.languages, ['de-DE', 'en']);
    expect(device?.timeZone, 'Europe/Berlin');
  });

  test('iOS reports its version and points, and no model', () async {
    answer(_deviceInfo, (_) => _iphone);
    answer(_timeZone, (_) => {'identifier': 'Europe/Berlin'});
    // The 13 mini: its panel has 1080 pixels, its layout 1125.
    final view =
        dispatcher.implicitView!
          ..physicalSize = const Size(1125, 2436)
          ..devicePixelRatio = 3;
    addTearDown(view.reset);
    final device = await adaptersOn(TargetPlatform.iOS).device.getDevice();
    expect(device?.platform, DevicePlatform.ios);
    expect(device?.osVersion, '17.4');
    expect(device?.model, isNull);
    expect(device?.screenWidth, 375);
    expect(device?.screenHeight, 812);
    expect(device?.pixelRatio, 3);
  });

  test('the report waits for a screen that the engine knows late', () async {
    answer(_deviceInfo, (_) => _android);
    answer(_timeZone, (_) => {'identifier': 'Europe/Berlin'});
    final display =
        dispatcher.displays.first
          ..size = Size.zero
          ..devicePixelRatio = 2;
    addTearDown(display.reset);
    Timer(const Duration(milliseconds: 150), () {
      display.size = const Size(720, 1600);
    });
    final device = await adaptersOn(TargetPlatform.android).device.getDevice();
    expect(device?.screenWidth, 360);
    expect(device?.screenHeight, 800);
  });

  test('a plug-in that fails omits only its own fact', () async {
    answer(_deviceInfo, (_) => throw PlatformException(code: 'away'));
    answer(_timeZone, (_) => {'identifier': 'Europe/Berlin'});
    final device = await adaptersOn(TargetPlatform.android).device.getDevice();
    expect(device?.osVersion, isNull);
    expect(device?.timeZone, 'Europe/Berlin');
  });

  test('a desktop has no device to report', () async {
    final adapters = adaptersOn(TargetPlatform.linux);
    expect(await adapters.device.getDevice(), isNull);
    expect(adapters.installReferrer, isNull);
  });

  test('the referrer has the times of Play', () async {
    answer(_referrer, (_) => _playAnswer);
    final source = adaptersOn(TargetPlatform.android).installReferrer;
    final referrer = await source?.getInstallReferrer();
    expect(referrer?.referrer, 'dyna_code=AB12CD3');
    expect(referrer?.installBeginAt, 1772357400);
    expect(referrer?.clickAt, 1772357000);
  });

  test('the clipboard is read only on iOS, if enabled', () async {
    answer(SystemChannels.platform, (_) => {'text': 'copied'});
    final clipboards = [
      adaptersOn(TargetPlatform.iOS).clipboard,
      adaptersOn(TargetPlatform.android, readsClipboard: true).clipboard,
    ];
    expect(clipboards, [null, null]);
    final wanted = adaptersOn(TargetPlatform.iOS, readsClipboard: true);
    expect(await wanted.clipboard?.getText(), 'copied');
    expect(wanted.installReferrer, isNull);
  });
}

const _playAnswer = {
  'installReferrer': 'dyna_code=AB12CD3',
  'referrerClickTimestampSeconds': 1,
  'installBeginTimestampSeconds': 2,
  'referrerClickTimestampServerSeconds': 1772357000,
  'installBeginTimestampServerSeconds': 1772357400,
  'installVersion': '1.0',
  'googlePlayInstantParam': false,
};

/// All that any supported version of device_info_plus requires.
const _android = {
  'version': {
    'baseOS': '',
    'sdkInt': 34,
    'release': '14',
    'codename': 'REL',
    'incremental': '1',
    'previewSdkInt': 0,
    'securityPatch': '',
  },
  'board': '',
  'bootloader': '',
  'brand': 'google',
  'device': 'shiba',
  'display': '',
  'fingerprint': '',
  'hardware': '',
  'host': '',
  'id': '',
  'manufacturer': 'Google',
  'model': 'Pixel 8',
  'product': '',
  'name': '',
  'tags': '',
  'type': 'user',
  'isPhysicalDevice': true,
  'freeDiskSize': 0,
  'totalDiskSize': 0,
  'serialNumber': '',
  'isLowRamDevice': false,
  'physicalRamSize': 0,
  'availableRamSize': 0,
};

const _iphone = {
  'name': 'iPhone',
  'systemName': 'iOS',
  'systemVersion': '17.4',
  'model': 'iPhone',
  'modelName': 'iPhone 13 mini',
  'localizedModel': 'iPhone',
  'freeDiskSize': 0,
  'totalDiskSize': 0,
  'isPhysicalDevice': true,
  'physicalRamSize': 0,
  'availableRamSize': 0,
  'isiOSAppOnMac': false,
  'isiOSAppOnVision': false,
  'utsname': {
    'sysname': 'Darwin',
    'nodename': '',
    'release': '',
    'version': '',
    'machine': 'iPhone14,4',
  },
};
