import 'package:shared_preferences/shared_preferences.dart';

import '../core/adapters.dart';

/// Stores texts with shared_preferences, without its cache.
final class PreferencesStorage implements KeyValueStorage {
  PreferencesStorage();

  // The constructor throws if the plug-in is not registered. Then the first
  // read must fail, not Throughline.initialize.
  late final _preferences = SharedPreferencesAsync();

  @override
  Future<String?> getItem(String key) async => _preferences.getString(key);

  @override
  Future<void> setItem(String key, String value) async =>
      _preferences.setString(key, value);

  @override
  Future<void> removeItem(String key) async => _preferences.remove(key);
}
