import 'dart:async';

import '../errors.dart';
import 'log.dart';

/// Returns the result of [work]; null and a log line with [what] if it fails.
///
/// A failing part must not stop the app.
Future<T?> attempt<T>(
  Log log,
  String what,
  FutureOr<T> Function() work,
) async {
  try {
    return await work();
  } catch (error) {
    log('$what failed: ${likelyCause(error)}');
    return null;
  }
}
