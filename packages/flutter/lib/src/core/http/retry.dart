import '../adapters.dart';
import '../errors.dart';
import '../platform/runtime.dart';

/// Before each retry a random part of this: a crowd must not return at once.
const jitters = [
  Duration(seconds: 1),
  Duration(seconds: 2),
  Duration(seconds: 4),
];
const maxRetryAfter = Duration(seconds: 30);

/// Sends again what failed for a reason that may pass, up to three times.
///
/// Only for requests that may come twice. A `Retry-After` is waited for before
/// the jitter; a longer one than 30 s is left to the caller.
Future<T> withRetries<T>(Runtime runtime, Future<T> Function() send) async {
  for (final jitter in jitters) {
    try {
      return await send();
    } on ThroughlineException catch (error) {
      final least =
          error.retryAfter ?? (isPassing(error) ? Duration.zero : null);
      if (least == null || least > maxRetryAfter) rethrow;
      await wait(runtime, least + jitter * runtime.random());
    }
  }
  return send();
}
