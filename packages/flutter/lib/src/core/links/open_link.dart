import '../client.dart';
import '../errors.dart';
import '../link_event.dart';
import '../platform/attempt.dart';
import '../wire.dart';
import 'link_values.dart';
import 'parse_url.dart';

/// The result of resolving an incoming URL.
final class OpenedLink {
  const OpenedLink(this.source, this.values, {this.uncountedCode});

  final LinkEventSource source;

  /// Values under their names in the API.
  final Wire values;

  /// The code of a click that the service has not recorded yet.
  ///
  /// Clicks that went through the link host are recorded already.
  final String? uncountedCode;
}

/// Resolves an incoming URL.
///
/// Returns null and writes a log line if it is not a link of the project.
Future<OpenedLink?> openLink(Client client, String url) async {
  final parsed = parseUrl(url);
  final scheme = client.config.scheme;
  if (parsed != null &&
      parsed.scheme == scheme &&
      leadsSomewhere(parsed.parameters, scheme)) {
    return OpenedLink(LinkEventSource.loadingPage, parsed.parameters);
  }
  if (parsed case ParsedUrl(:final code?, :final host?, :final parameters)) {
    final isServed = await attempt(
      client.log,
      'Link domains',
      () => client.domains.serves(host),
    );
    // The host's owner is unknown; a log line has the reason.
    if (isServed == null) return null;
    if (isServed) return _openVerifiedLink(client, code, parameters);
  }
  client.log('Ignoring link that is not served by the service');
  return null;
}

/// Whether the parameters name an allowed destination.
///
/// Any page can open an app's scheme, so only web addresses and the app's own
/// addresses are allowed.
bool leadsSomewhere(Map<String, String> parameters, String scheme) {
  final url = parameters['actual_url'];
  if (url == null) return parameters.containsKey('dyna_code');
  return RegExp('^(https?|$scheme)://', caseSensitive: false).hasMatch(url);
}

/// Requests a link's destination from the service.
///
/// The incoming URL's click ids are used, and its UTM where the link has
/// none.
Future<OpenedLink?> _openVerifiedLink(
  Client client,
  String code,
  Wire parameters,
) async {
  try {
    final link = await client.api('GET', '/api/links/$code');
    if (text(link, 'code') != null) {
      return OpenedLink(
        LinkEventSource.verifiedLink,
        withQuery(link, parameters),
        uncountedCode: code,
      );
    }
  } on ThroughlineException catch (error) {
    client.log('fetchPendingLinkByCode($code) failed: ${likelyCause(error)}');
    final isMissing =
        error.code == ThroughlineErrorCode.notFound ||
        error.code == ThroughlineErrorCode.gone;
    // Any other error does not show whether the code exists.
    if (!isMissing) return null;
  }
  client.log('No link resolved for code "$code"');
  return null;
}
