import 'errors.dart';
import 'links/parse_url.dart';
import 'options.dart';

/// Options that were checked.
final class Config {
  const Config({
    required this.publicKey,
    required this.scheme,
    required this.baseUrl,
    required this.linkHosts,
  });

  final String publicKey;

  /// The app's own, `service-{projectId}` in lower case.
  final String scheme;

  /// Without a slash at its end.
  final String baseUrl;

  /// Lower case, without ports.
  final List<String> linkHosts;
}

final _uuid = RegExp(
  r'^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$',
  caseSensitive: false,
);
final _baseUrl = RegExp(r'^https?://[^?#\s]+$', caseSensitive: false);

/// Checks what `Throughline.initialize` received.
///
/// Throws a [ThroughlineException] with the code `bad_options`, which says what
/// to change.
Config readOptions(ThroughlineOptions options) {
  final ThroughlineOptions(:publicKey, :projectId, :baseUrl) = options;
  _check(_uuid.hasMatch(publicKey), 'publicKey', 'a UUID');
  _check(_uuid.hasMatch(projectId), 'projectId', 'a UUID');
  _check(
    _baseUrl.hasMatch(baseUrl),
    'baseUrl',
    'a URL such as https://example.com',
  );
  final hosts = [
    if (options.linkHost.isNotEmpty) options.linkHost,
    ...options.customDomains,
  ];
  return Config(
    publicKey: publicKey,
    scheme: 'service-${projectId.toLowerCase()}',
    baseUrl: baseUrl.replaceFirst(RegExp(r'/+$'), ''),
    linkHosts: [for (final host in hosts) _checkHost(host)],
  );
}

String _checkHost(String given) {
  final host = hostOf(given);
  _check(host != null, given, 'a host such as example.com');
  return host ?? given;
}

void _check(bool isRight, String name, String wanted) {
  if (isRight) return;
  throw ThroughlineException(
    ThroughlineErrorCode.badOptions,
    '$name must be $wanted.',
  );
}
