import 'adapters.dart';

/// Receives log lines.
typedef Logger = void Function(String line);

/// The options of a client.
final class ThroughlineOptions {
  const ThroughlineOptions({
    required this.publicKey,
    required this.projectId,
    required this.baseUrl,
    required this.adapters,
    this.linkHost = '',
    this.customDomains = const [],
    this.consent,
    this.logger,
  });

  /// The project's key. It ships inside apps and is no secret.
  final String publicKey;

  /// The project's id, a UUID. The app's scheme is `service-{projectId}`.
  final String projectId;

  /// The address of the API, such as `https://api.example.com`.
  final String baseUrl;

  final Adapters adapters;

  /// The project's own link host, such as `acme.links.example`, or `''`.
  ///
  /// With it the first link needs no lookup of the project's hosts.
  final String linkHost;

  /// Custom domains that serve the project's links, such as `go.acme.com`.
  final List<String> customDomains;

  /// Whether the user allows the install to be matched.
  ///
  /// Overrides what `setConsent` stored in an earlier start. If null, the
  /// stored decision applies, else the project's settings.
  final bool? consent;

  /// Receives log lines; by default they are printed.
  final Logger? logger;
}
