import 'dart:convert';

import '../adapters.dart';
import '../errors.dart';
import '../wire.dart';

const _codes = {
  400: ThroughlineErrorCode.invalid,
  401: ThroughlineErrorCode.unauthorized,
  403: ThroughlineErrorCode.forbidden,
  404: ThroughlineErrorCode.notFound,
  409: ThroughlineErrorCode.conflict,
  410: ThroughlineErrorCode.gone,
  422: ThroughlineErrorCode.invalid,
  429: ThroughlineErrorCode.rateLimited,
};

/// Returns the JSON of a successful response.
///
/// Throws a [ThroughlineException] for any other response, and for a 200
/// without JSON, which comes from a captive portal.
Wire readAnswer(FetchResponse response) {
  final parsed = _parse(response.body);
  final status = response.status;
  if (status >= 200 && status < 300) return present(parsed);
  throw ThroughlineException(
    _codeOf(status, isService: parsed != null),
    text(parsed ?? const {}, 'message') ?? notOurs,
    status: status,
    requestId: text(parsed ?? const {}, 'request_id'),
    fields: _fieldsIn(parsed?['errors']),
    retryAfter: _retryAfterIn(response.headers['retry-after'] ?? ''),
  );
}

/// Without JSON the response is a proxy's or portal's; its status is ignored.
ThroughlineErrorCode _codeOf(int status, {required bool isService}) {
  if (!isService || status >= 500) return ThroughlineErrorCode.unavailable;
  return _codes[status] ?? ThroughlineErrorCode.refused;
}

Map<String, List<String>>? _fieldsIn(Object? errors) {
  if (errors is! Wire) return null;
  return {
    for (final MapEntry(:key, :value) in errors.entries)
      key: [for (final message in asList(value)) '$message'],
  };
}

/// Seconds, as the service sends them; a date, as a proxy may send, is ignored.
Duration? _retryAfterIn(String header) {
  if (!RegExp(r'^\d+$').hasMatch(header)) return null;
  // A number with more digits than a Duration holds is still a very long time.
  return Duration(seconds: header.length > 9 ? 999999999 : int.parse(header));
}

Wire? _parse(String body) {
  try {
    return asObject(jsonDecode(body));
  } on FormatException {
    return null;
  }
}
