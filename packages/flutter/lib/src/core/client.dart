import 'dart:async';

import 'adapters.dart';
import 'http/api.dart';
import 'http/io_fetch.dart';
import 'install/install_id.dart';
import 'install/read_device.dart';
import 'links/click_queue.dart';
import 'links/event_stream.dart';
import 'links/link_domains.dart';
import 'options.dart';
import 'platform/ask_adapter.dart';
import 'platform/log.dart';
import 'platform/runtime.dart';
import 'platform/store.dart';
import 'read_options.dart';
import 'wire.dart';

/// The parts that every operation uses.
final class Client {
  /// Throws a `ThroughlineException` with the code `bad_options`.
  Client(ThroughlineOptions options)
    : adapters = options.adapters,
      config = readOptions(options),
      runtime = options.adapters.runtime ?? PlatformRuntime(),
      log = createLog(options.logger, options.publicKey);

  final Adapters adapters;
  final Config config;
  final Runtime runtime;
  final Log log;

  late final ask = AdapterCaller(runtime, log);
  late final store = Store(adapters.storage, log, runtime);
  late final installId = InstallId(store);
  late final domains = LinkDomains(this);
  late final clicks = ClickQueue(this);
  final stream = EventStream();

  late final Api api = Api(
    config,
    runtime,
    adapters.fetch ?? ioFetch,
    onSuccess: (path) {
      // Click calls continue independently.
      if (!path.endsWith('/click')) unawaited(clicks.flush());
    },
  );

  Wire? _device;

  /// Platform and device for the service. Read until they are known.
  Future<Wire?> device() async => _device ??= await readDevice(this);
}
