abstract base class SharedPreferencesAsyncPlatform {
  static SharedPreferencesAsyncPlatform? instance;

  // These have other parameters in the interface; nobody but the stand-in of
  // shared_preferences calls them.
  String? getString(String key);
  void setString(String key, String value);
  void clear(String key);
}
