import 'errors.dart';
import 'links/parse_url.dart';
import 'options.dart';

/// Validated options.
final class Config {
  const Config({
    required this.publicKey,
    required this.scheme,
    required this.baseUrl,
    required this.linkHosts,
  });

  final String publicKey;

  /// The app's own scheme, `service-{projectId}` in lower case.
  final String scheme;

  /// Without a slash at the end.
  final String baseUrl;

  /// Lower case, without ports.
  final List<String> linkHosts;
}

const _printed = '(a UUID) that "project create" printed';

final _uuid = RegExp(
  r'^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$',
  caseSensitive: false,
);
final _baseUrl = RegExp(r'^https?://[^?#\s]+$', caseSensitive: false);

/// Validates the options of `Throughline.initialize`.
///
/// Throws a [ThroughlineException] with the code `bad_options`, which says what
/// to change.
Config readOptions(ThroughlineOptions options) {
  final ThroughlineOptions(:publicKey, :projectId, :baseUrl) = options;
  _check(
    _uuid.hasMatch(publicKey),
    'publicKey',
    'the key $_printed',
    publicKey,
  );
  _check(_uuid.hasMatch(projectId), 'projectId', 'the id $_printed', projectId);
  _check(
    _baseUrl.hasMatch(baseUrl),
    'baseUrl',
    'a URL such as https://example.com',
    baseUrl,
  );
  return Config(
    publicKey: publicKey,
    scheme: 'service-${projectId.toLowerCase()}',
    baseUrl: baseUrl.replaceFirst(RegExp(r'/+$'), ''),
    linkHosts: [
      if (options.linkHost.isNotEmpty) _readHost('linkHost', options.linkHost),
      for (final domain in options.customDomains)
        _readHost('customDomains', domain),
    ],
  );
}

String _readHost(String name, String given) {
  final host = hostOf(given);
  _check(
    host != null,
    name,
    'a host such as go.example.com, without https://',
    given,
  );
  return host ?? given;
}

void _check(bool isRight, String name, String wanted, String given) {
  if (isRight) return;
  throw ThroughlineException(
    ThroughlineErrorCode.badOptions,
    '$name must be $wanted, not $given.',
  );
}
