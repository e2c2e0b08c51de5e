import '../core/adapters.dart';

/// The adapters over the plug-ins that this package depends on.
///
/// [readsClipboard] lets the first start on iOS read the clipboard.
Adapters pluginAdapters({bool readsClipboard = false}) =>
    throw UnimplementedError();
