import 'dart:convert';

/// A parsed URL.
final class ParsedUrl {
  const ParsedUrl({
    required this.scheme,
    required this.host,
    required this.code,
    required this.parameters,
  });

  /// Lower case, without its colon.
  final String scheme;

  /// Lower case, without port; null if it cannot be a link host.
  final String? host;

  /// The code if the URL has the form of a short link; else null.
  final String? code;

  final Map<String, String> parameters;
}

final _parts = RegExp(
  r'^([a-z][a-z0-9+.-]*)://([^/?#]*)[^?#]*(?:\?([^#]*))?',
  caseSensitive: false,
);
final _shortLink = RegExp(
  r'^https?://[^/?#]+/([A-Za-z0-9_-]{1,64})(?:[?#]|$)',
  caseSensitive: false,
);

/// Parses a URL; null if it is not one.
///
/// `Uri` throws on some URLs and changes others. This parser is also stricter:
/// with a user name, a backslash, a space or an escape, the host is not
/// certain, so it is null.
ParsedUrl? parseUrl(String url) {
  final match = _parts.firstMatch(url);
  final scheme = match?[1];
  if (match == null || scheme == null) return null;
  return ParsedUrl(
    scheme: scheme.toLowerCase(),
    host: hostOf(match[2] ?? ''),
    code: _shortLink.firstMatch(url)?[1],
    parameters: parseQuery(match[3] ?? ''),
  );
}

final _host = RegExp(r'^([a-z0-9._-]+?)\.?(:\d*)?$', caseSensitive: false);

/// A host without port, in lower case and without the root's dot, or null.
String? hostOf(String authority) =>
    _host.firstMatch(authority)?[1]?.toLowerCase();

/// With `unicode`, surrogates match only if they are unpaired.
final _unstorable = RegExp('[\\u0000\\ud800-\\udfff]', unicode: true);
const maxValueLength = 2048;

/// The parameters of a query, without its `?`.
///
/// The exact inverse of what the landing page writes: percent escapes are
/// decoded and `+` stays `+`, because click ids must be unchanged. For each
/// name, takes the first value that is neither empty nor longer than the
/// service stores.
Map<String, String> parseQuery(String query) {
  final parameters = <String, String>{};
  for (final pair in query.split('&')) {
    final end = pair.indexOf('=');
    if (end < 0) continue;
    final name = decode(pair.substring(0, end));
    final value = decode(pair.substring(end + 1));
    if (value.isNotEmpty &&
        value.length <= maxValueLength &&
        !_unstorable.hasMatch(value)) {
      parameters.putIfAbsent(name, () => value);
    }
  }
  return parameters;
}

final _escapes = RegExp('(?:%[0-9a-f]{2})+', caseSensitive: false);

/// Decodes percent escapes.
///
/// A text with an escape that is not valid UTF-8 is returned unchanged. Unlike
/// `Uri.decodeComponent`, which throws on any character outside ASCII.
String decode(String text) {
  final rest = text.replaceAll(_escapes, '');
  if (rest.contains('%')) return text;
  try {
    return text.replaceAllMapped(_escapes, _unescape);
  } on FormatException {
    return text;
  }
}

String _unescape(Match match) {
  final escapes = match[0] ?? '';
  final bytes = [
    for (var at = 1; at < escapes.length; at += 3)
      int.parse(escapes.substring(at, at + 2), radix: 16),
  ];
  // The decoder drops a byte order mark only at the start.
  return utf8.decode([0x20, ...bytes]).substring(1);
}
