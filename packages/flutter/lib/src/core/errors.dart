/// Why a call failed. The codes are stable, so apps may depend on them.
enum ThroughlineErrorCode {
  /// `Throughline.initialize` received an invalid value.
  ///
  /// The message says what to change.
  badOptions('bad_options'),

  /// The service did not respond.
  ///
  /// There is no network, the call timed out, or a captive portal responded.
  noConnection('no_connection'),

  /// The project key is wrong (401).
  unauthorized('unauthorized'),

  /// The project does not allow this call with its key (403).
  forbidden('forbidden'),

  /// 404.
  notFound('not_found'),

  /// 410.
  gone('gone'),

  /// 409.
  conflict('conflict'),

  /// The service rejected the values (400, 422).
  ///
  /// [ThroughlineException.fields] has the reason for each field.
  invalid('invalid'),

  /// 429.
  rateLimited('rate_limited'),

  /// The service is unavailable (5xx), or another server responded instead.
  unavailable('unavailable'),

  /// Any other response.
  refused('refused');

  const ThroughlineErrorCode(this.text);

  /// The code as all Throughline SDKs and their documentation write it.
  final String text;

  @override
  String toString() => text;
}

/// The message for a response that another server sent instead of the service.
const notOurs = "The answer is not the service's";

/// The only exception that the SDK throws.
final class ThroughlineException implements Exception {
  const ThroughlineException(
    this.code,
    this.message, {
    this.status,
    this.requestId,
    this.fields,
    this.retryAfter,
  });

  final ThroughlineErrorCode code;

  final String message;

  /// The HTTP status; null if there was no response.
  final int? status;

  /// Identifies the request in the service's logs.
  final String? requestId;

  /// What is wrong with each field of the request, if the service reported it.
  final Map<String, List<String>>? fields;

  /// How long to wait before a retry, if the service requested it.
  final Duration? retryAfter;

  @override
  String toString() => 'ThroughlineException($code): $message';
}

/// The code of an error if it is the SDK's own.
ThroughlineErrorCode? codeOf(Object error) =>
    error is ThroughlineException ? error.code : null;

/// Whether the same call may succeed later.
///
/// A conflict means that the same call is still in progress.
bool isPassing(Object error) => switch (codeOf(error)) {
  ThroughlineErrorCode.noConnection ||
  ThroughlineErrorCode.unavailable ||
  ThroughlineErrorCode.rateLimited ||
  ThroughlineErrorCode.conflict => true,
  _ => false,
};

/// The text that helps the app's developer most.
String likelyCause(Object error) => switch (codeOf(error)) {
  ThroughlineErrorCode.noConnection => 'no connection',
  ThroughlineErrorCode.unauthorized => 'wrong project key',
  ThroughlineErrorCode.notFound => 'not found',
  _ => '$error',
};
