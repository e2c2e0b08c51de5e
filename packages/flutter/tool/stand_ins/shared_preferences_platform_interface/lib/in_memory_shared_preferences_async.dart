import 'shared_preferences_async_platform_interface.dart';

base class InMemorySharedPreferencesAsync
    extends SharedPreferencesAsyncPlatform {
  external InMemorySharedPreferencesAsync.empty();
  external InMemorySharedPreferencesAsync.withData(Map<String, Object> data);
}
