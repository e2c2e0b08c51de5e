import 'package:flutter/foundation.dart';
import 'package:flutter/widgets.dart';

import '../core/adapters.dart';
import 'clipboard.dart';
import 'device.dart';
import 'links.dart';
import 'referrer.dart';
import 'storage.dart';

/// The adapters over the plug-ins that this package depends on.
///
/// [readsClipboard] lets the first start on iOS read the clipboard.
Adapters pluginAdapters({bool readsClipboard = false}) {
  // Plug-ins need the binding, which runApp would create too late.
  WidgetsFlutterBinding.ensureInitialized();
  final isAndroid = defaultTargetPlatform == TargetPlatform.android;
  final isIos = defaultTargetPlatform == TargetPlatform.iOS;
  return Adapters(
    storage: PreferencesStorage(),
    links: const AppLinksSource(),
    device: const PluginDeviceSource(),
    installReferrer: isAndroid ? const PlayReferrerSource() : null,
    clipboard: isIos && readsClipboard ? const SystemClipboard() : null,
  );
}
