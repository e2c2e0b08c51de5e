import 'package:shared_preferences_platform_interface/shared_preferences_async_platform_interface.dart';

class SharedPreferencesAsync {
  SharedPreferencesAsync()
    : _platform =
          SharedPreferencesAsyncPlatform.instance ??
          (throw StateError('The instance must be set.'));

  final SharedPreferencesAsyncPlatform _platform;

  Future<String?> getString(String key) async => _platform.getString(key);
  Future<void> setString(String key, String value) async =>
      _platform.setString(key, value);
  external Future<bool?> getBool(String key);
  external Future<void> setBool(String key, bool value);
  Future<void> remove(String key) async => _platform.clear(key);
}
