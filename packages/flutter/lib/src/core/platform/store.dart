import 'dart:convert';

import '../adapters.dart';
import 'attempt.dart';
import 'log.dart';
import 'runtime.dart';

/// The result of reading a key from the storage.
final class Stored<T extends Object> {
  const Stored(this.value) : isKnown = true;

  /// The storage could not be read.
  const Stored.unknown() : value = null, isKnown = false;

  /// Null if there is no value, or if the storage could not be read.
  final T? value;

  /// Whether the storage could be read.
  final bool isKnown;

  /// Whether there is certainly no value.
  bool get isAbsent => isKnown && value == null;
}

/// The app's storage under the SDK's own keys. Never fails.
///
/// If the platform's storage fails, writes a log line and keeps the value in
/// memory until the app ends, so no link is lost.
final class Store {
  Store(this._storage, this._log, this._runtime);

  static const _prefix = 'throughline.';
  static const _what = 'The storage';

  final KeyValueStorage _storage;
  final Log _log;
  final Runtime _runtime;
  final _unwritten = <String, String?>{};

  Future<Stored<String>> get(String name) async {
    if (_unwritten.containsKey(name)) return Stored(_unwritten[name]);
    final stored = await attempt(_log, _what, () async {
      return Stored(await within(_runtime, _storage.getItem(_prefix + name)));
    });
    return stored ?? const Stored.unknown();
  }

  /// A stored JSON value; absent if it is not JSON.
  Future<Stored<Object>> getJson(String name) async {
    final stored = await get(name);
    if (!stored.isKnown) return const Stored.unknown();
    try {
      return Stored(jsonDecode(stored.value ?? 'null'));
    } on FormatException {
      return const Stored(null);
    }
  }

  /// Stores [value]; null removes the key.
  Future<void> set(String name, String? value) async {
    final key = _prefix + name;
    _unwritten[name] = value;
    await attempt(_log, _what, () async {
      await within(
        _runtime,
        value == null
            ? _storage.removeItem(key)
            : _storage.setItem(key, value),
      );
      _unwritten.remove(name);
    });
  }
}
