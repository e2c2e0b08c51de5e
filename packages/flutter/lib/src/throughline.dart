import 'core/adapters.dart';
import 'core/options.dart';
import 'core/throughline_core.dart';
import 'plugins/plugin_adapters.dart';

/// The SDK. Call [initialize] in `main`, then use [instance].
///
/// Tests of an app may implement it, for example as a mock.
class Throughline extends ThroughlineCore {
  Throughline._(super.options);

  static Throughline? _instance;

  /// Starts to listen for links, and reports the first start.
  ///
  /// Completes without waiting for the network; await it before `runApp`. A
  /// second call does nothing until [close] has ended the first instance.
  ///
  /// [baseUrl] is the address of the API, such as `https://api.example.com`;
  /// [linkHost] is the project's own link host. By default they come from
  /// `--dart-define=THROUGHLINE_BASE_URL=…` and
  /// `--dart-define=THROUGHLINE_LINK_HOST=…`. Links of [linkHost] and of
  /// [customDomains] need no lookup of the project's hosts.
  ///
  /// [consent] says whether the user allows the install to be matched. It
  /// overrides what [setConsent] stored. If null, the stored decision counts,
  /// else the project's settings.
  ///
  /// [readsClipboard] lets the first start on iOS read the clipboard, if the
  /// project's settings also turn that on.
  ///
  /// [logger] receives log lines, which are printed by default. [adapters]
  /// replaces the plug-ins, for example in tests.
  ///
  /// Throws a `ThroughlineException` with the code `bad_options`, whose message
  /// says what to change.
  static Future<void> initialize({
    required String publicKey,
    required String projectId,
    List<String>? customDomains,
    String baseUrl = const String.fromEnvironment('THROUGHLINE_BASE_URL'),
    String linkHost = const String.fromEnvironment('THROUGHLINE_LINK_HOST'),
    bool? consent,
    bool readsClipboard = false,
    Logger? logger,
    Adapters? adapters,
  }) async {
    _instance ??= Throughline._(
      ThroughlineOptions(
        publicKey: publicKey,
        projectId: projectId,
        baseUrl: baseUrl,
        linkHost: linkHost,
        customDomains: customDomains ?? const [],
        consent: consent,
        logger: logger,
        adapters: adapters ?? pluginAdapters(readsClipboard: readsClipboard),
      ),
    );
  }

  /// The instance that [initialize] created.
  ///
  /// Throws a [StateError] before [initialize] and after [close].
  static Throughline get instance =>
      _instance ?? (throw StateError('Call Throughline.initialize first.'));

  @override
  void close() {
    super.close();
    if (identical(_instance, this)) _instance = null;
  }
}

/// The class name in the original interface, for existing apps.
typedef Dynalink = Throughline;
