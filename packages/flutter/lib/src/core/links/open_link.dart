import '../client.dart';
import '../errors.dart';
import '../link_event.dart';
import '../platform/attempt.dart';
import '../wire.dart';
import 'link_values.dart';
import 'parse_url.dart';

/// What became known of an incoming URL.
final class OpenedLink {
  const OpenedLink(this.source, this.values, {this.uncountedCode});

  final LinkEventSource source;

  /// Values under their names on the wire.
  final Wire values;

  /// The code whose click the service has not seen yet.
  ///
  /// The link host has counted the clicks that it was asked for.
  final String? uncountedCode;
}

/// Finds out what an incoming URL is.
///
/// Null, and a log line, if it is no link of the project.
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
    // Nobody knows whose host it is, and a line says why.
    if (isServed == null) return null;
    if (isServed) return _openVerifiedLink(client, code, parameters);
  }
  client.log('Ignoring link that is not served by the service');
  return null;
}

/// Whether the parameters name a destination that the app may go to.
///
/// Any page can open an app's scheme: only an address of the web or of the app
/// itself counts.
bool leadsSomewhere(Map<String, String> parameters, String scheme) {
  final url = parameters['actual_url'];
  if (url == null) return parameters.containsKey('dyna_code');
  return RegExp('^(https?|$scheme)://', caseSensitive: false).hasMatch(url);
}

/// Asks the service where a link leads.
///
/// The click ids of the incoming URL count, and its UTM where the link has
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
    // Anything else says nothing about the code.
    if (!isMissing) return null;
  }
  client.log('No link resolved for code "$code"');
  return null;
}
