/// What the SDK needs of a platform, for tests and for other plug-ins.
library;

export 'src/core/adapters.dart';
export 'src/plugins/plugin_adapters.dart' show pluginAdapters;
