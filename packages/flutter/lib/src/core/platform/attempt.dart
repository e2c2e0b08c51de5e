import 'dart:async';

import '../errors.dart';
import 'log.dart';

/// Returns what [work] gives; null, and a line that names [what], if it fails.
///
/// No fault of a part may stop the app.
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
