import '../adapters.dart';
import 'attempt.dart';
import 'log.dart';
import 'runtime.dart';

/// Longer than for other adapters: iOS may be asking the user.
const clipboardLimit = Duration(seconds: 60);

/// Asks adapters, and writes a log line where one fails or takes too long.
final class AdapterCaller {
  const AdapterCaller(this._runtime, this._log);

  final Runtime _runtime;
  final Log _log;

  /// Returns the adapter's answer, or null if it fails or takes too long.
  Future<T?> call<T>(
    String name,
    Future<T?> Function() ask, {
    Duration limit = adapterLimit,
  }) => attempt<T?>(
    _log,
    'The adapter $name',
    () => within(_runtime, ask(), limit),
  );
}
