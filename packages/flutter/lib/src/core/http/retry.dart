import '../adapters.dart';
import '../errors.dart';
import '../platform/runtime.dart';

/// A random part of this is waited before each retry, to spread many clients.
const jitters = [
  Duration(seconds: 1),
  Duration(seconds: 2),
  Duration(seconds: 4),
];
const maxRetryAfter = Duration(seconds: 30);

/// Repeats a request after a temporary failure, up to three times.
///
/// Only for repeatable requests. Waits for `Retry-After` and then for the
/// jitter. If it is longer than 30 s, the caller gets the error.
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
