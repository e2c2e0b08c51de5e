class SharedPreferencesOptions {
  const SharedPreferencesOptions();
}

class SharedPreferencesAsync {
  external SharedPreferencesAsync({
    SharedPreferencesOptions options = const SharedPreferencesOptions(),
  });

  external Future<String?> getString(String key);
  external Future<void> setString(String key, String value);
  external Future<void> remove(String key);
}
