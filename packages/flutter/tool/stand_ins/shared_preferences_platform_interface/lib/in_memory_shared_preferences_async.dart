import 'shared_preferences_async_platform_interface.dart';

base class InMemorySharedPreferencesAsync
    extends SharedPreferencesAsyncPlatform {
  InMemorySharedPreferencesAsync.empty();

  final _data = <String, String>{};

  @override
  String? getString(String key) => _data[key];

  @override
  void setString(String key, String value) => _data[key] = value;

  @override
  void clear(String key) => _data.remove(key);
}
