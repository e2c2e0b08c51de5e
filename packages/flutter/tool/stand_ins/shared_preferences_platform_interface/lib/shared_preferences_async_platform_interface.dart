abstract base class SharedPreferencesAsyncPlatform {
  static SharedPreferencesAsyncPlatform? instance;
}
