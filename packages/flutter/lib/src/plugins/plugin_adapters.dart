import 'package:flutter/foundation.dart';
import 'package:flutter/widgets.dart';

import '../core/adapters.dart';
import 'clipboard.dart';
import 'device.dart';
import 'links.dart';
import 'referrer.dart';
import 'storage.dart';

/// The adapters that use the plug-ins of this package's dependencies.
///
/// [readsClipboard] lets the first start on iOS read the clipboard.
///
/// [onUrl] receives each URL that opens the app before the SDK does. If it
/// returns true, the app handles the URL itself and the SDK ignores it.
Adapters pluginAdapters({
  bool readsClipboard = false,
  bool Function(String url)? onUrl,
}) {
  // Plug-ins need the binding, which runApp would create too late.
  WidgetsFlutterBinding.ensureInitialized();
  final isAndroid = defaultTargetPlatform == TargetPlatform.android;
  final isIos = defaultTargetPlatform == TargetPlatform.iOS;
  const links = AppLinksSource();
  return Adapters(
    storage: PreferencesStorage(),
    links: onUrl == null ? links : FilteredLinkSource(links, onUrl),
    device: const PluginDeviceSource(),
    installReferrer: isAndroid ? const PlayReferrerSource() : null,
    clipboard: isIos && readsClipboard ? const SystemClipboard() : null,
  );
}
