/// Why a call failed. Stable: safe to branch on.
enum ThroughlineErrorCode {
  /// `Throughline.initialize` received something that it cannot use.
  ///
  /// The message says what to change.
  badOptions('bad_options'),

  /// No answer of the service came.
  ///
  /// The network is missing, the call timed out, or a captive portal answered.
  noConnection('no_connection'),

  /// The project key is wrong (401).
  unauthorized('unauthorized'),

  /// The project does not allow this by its key (403).
  forbidden('forbidden'),

  /// 404.
  notFound('not_found'),

  /// 410.
  gone('gone'),

  /// 409.
  conflict('conflict'),

  /// The service did not accept the values (400, 422).
  ///
  /// [ThroughlineException.fields] says which.
  invalid('invalid'),

  /// 429.
  rateLimited('rate_limited'),

  /// The service cannot answer now (5xx), or another server answered for it.
  unavailable('unavailable'),

  /// Any other answer.
  refused('refused');

  const ThroughlineErrorCode(this.text);

  /// The code as every Throughline SDK and its documentation writes it.
  final String text;

  @override
  String toString() => text;
}

/// The message of an answer that another server gave in the service's place.
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

  /// The HTTP status; null if no answer came.
  final int? status;

  /// Identifies the request in the service's logs.
  final String? requestId;

  /// What is wrong with each field of the request, if the service said so.
  final Map<String, List<String>>? fields;

  /// How long the service asked to wait.
  final Duration? retryAfter;

  @override
  String toString() => 'ThroughlineException($code): $message';
}

/// The code of an error if it is the SDK's own.
ThroughlineErrorCode? codeOf(Object error) =>
    error is ThroughlineException ? error.code : null;

/// Whether the same call may succeed later.
///
/// A conflict is with the same call, which is still under way.
bool isPassing(Object error) => switch (codeOf(error)) {
  ThroughlineErrorCode.noConnection ||
  ThroughlineErrorCode.unavailable ||
  ThroughlineErrorCode.rateLimited ||
  ThroughlineErrorCode.conflict => true,
  _ => false,
};

/// What the app's developer has to look at first.
String likelyCause(Object error) => switch (codeOf(error)) {
  ThroughlineErrorCode.noConnection => 'no connection',
  ThroughlineErrorCode.unauthorized => 'wrong project key',
  ThroughlineErrorCode.notFound => 'not found',
  _ => '$error',
};
