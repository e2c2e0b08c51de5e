import 'dart:async';
import 'dart:math';

import '../adapters.dart';

/// The platform's own clock, random numbers and timers.
final class PlatformRuntime implements Runtime {
  PlatformRuntime();

  final _random = Random();

  @override
  DateTime now() => DateTime.now();

  @override
  double random() => _random.nextDouble();

  @override
  Timer startTimer(Duration delay, void Function() run) => Timer(delay, run);
}

/// The time limit for a part of the platform.
const adapterLimit = Duration(seconds: 5);

/// Completes as [work] does, or with a [TimeoutException] after [limit].
///
/// A platform may never respond.
Future<T> within<T>(
  Runtime runtime,
  Future<T> work, [
  Duration limit = adapterLimit,
]) {
  final result = Completer<T>();
  final timer = runtime.startTimer(limit, () {
    if (!result.isCompleted) {
      result.completeError(TimeoutException('timed out'));
    }
  });
  work.then(
    (value) {
      timer.cancel();
      if (!result.isCompleted) result.complete(value);
    },
    onError: (Object error, StackTrace trace) {
      timer.cancel();
      if (!result.isCompleted) result.completeError(error, trace);
    },
  );
  return result.future;
}

/// Completes after [delay].
Future<void> wait(Runtime runtime, Duration delay) {
  final done = Completer<void>();
  runtime.startTimer(delay, done.complete);
  return done.future;
}
