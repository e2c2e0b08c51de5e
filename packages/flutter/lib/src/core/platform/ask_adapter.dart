import '../adapters.dart';
import 'attempt.dart';
import 'log.dart';
import 'runtime.dart';

/// Longer than for other adapters, because iOS may ask the user.
const clipboardLimit = Duration(seconds: 60);

/// Calls adapters, and writes a log line if one fails or takes too long.
final class AdapterCaller {
  const AdapterCaller(this._runtime, this._log);

  final Runtime _runtime;
  final Log _log;

  /// Returns the adapter's value, or null if it fails or takes too long.
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
