import 'package:device_info_plus/device_info_plus.dart';
import 'package:flutter/foundation.dart';
import 'package:flutter/widgets.dart';
import 'package:flutter_timezone/flutter_timezone.dart';

import '../core/adapters.dart';

/// The time limit for one fact: less than the SDK's limit for all of them.
const _factLimit = Duration(seconds: 3);
const _screenPause = Duration(milliseconds: 100);
const _screenTries = 25;

typedef _System = ({String osVersion, String? model});
typedef _Screen = ({Size size, double pixelRatio});

/// Facts of an Android or iOS device; null on other platforms.
///
/// A fact that cannot be read is omitted; the others are kept.
final class PluginDeviceSource implements DeviceSource {
  const PluginDeviceSource();

  @override
  Future<Device?> getDevice() async {
    final platform = switch (defaultTargetPlatform) {
      TargetPlatform.android => DevicePlatform.android,
      TargetPlatform.iOS => DevicePlatform.ios,
      _ => null,
    };
    if (platform == null) return null;
    final (system, screen, timeZone) =
        await (
          _orNull(() => _readSystem(platform)),
          _orNull(() => _readScreen(platform)),
          _orNull(_readTimeZone),
        ).wait;
    final locales = WidgetsBinding.instance.platformDispatcher.locales;
    return Device(
      platform: platform,
      osVersion: system?.osVersion,
      model: system?.model,
      screenWidth: screen?.size.width,
      screenHeight: screen?.size.height,
      pixelRatio: screen?.pixelRatio,
      languages: [for (final locale in locales) locale.toLanguageTag()],
      timeZone: timeZone,
    );
  }
}

Future<T?> _orNull<T extends Object>(Future<T?> Function() read) async {
  try {
    return await read().timeout(_factLimit);
  } on Object {
    return null;
  }
}

/// Omitted on iOS, where no browser reports the model.
Future<_System> _readSystem(DevicePlatform platform) async {
  final plugin = DeviceInfoPlugin();
  if (platform == DevicePlatform.ios) {
    return (osVersion: (await plugin.iosInfo).systemVersion, model: null);
  }
  final info = await plugin.androidInfo;
  return (osVersion: info.version.release, model: info.model);
}

Future<String> _readTimeZone() async {
  // Version 4 returns the name, version 5 an object that holds it.
  final Object zone = await FlutterTimezone.getLocalTimezone();
  return zone is String ? zone : (zone as dynamic).identifier as String;
}

/// The engine gets the screen's size shortly after `main` starts.
Future<_Screen?> _readScreen(DevicePlatform platform) async {
  for (var tries = 0; tries < _screenTries; tries++) {
    final screen = _screenNow(platform);
    if (screen != null) return screen;
    await Future<void>.delayed(_screenPause);
  }
  return null;
}

/// The whole screen with its bars, in logical points; null if not yet known.
_Screen? _screenNow(DevicePlatform platform) {
  final dispatcher = WidgetsBinding.instance.platformDispatcher;
  final display = dispatcher.displays.firstOrNull;
  final view = dispatcher.implicitView;
  return switch (platform) {
    // The view lacks the bars on some versions.
    DevicePlatform.android => _inPoints(
      display?.size,
      display?.devicePixelRatio,
    ),
    // The display has the panel's pixels, to which some iPhones scale.
    DevicePlatform.ios => _inPoints(view?.physicalSize, view?.devicePixelRatio),
  };
}

_Screen? _inPoints(Size? size, double? pixelRatio) {
  if (size == null || size.isEmpty) return null;
  if (pixelRatio == null || pixelRatio <= 0) return null;
  return (size: size / pixelRatio, pixelRatio: pixelRatio);
}
