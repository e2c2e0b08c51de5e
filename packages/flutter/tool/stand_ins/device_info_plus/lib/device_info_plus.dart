class DeviceInfoPlugin {
  external DeviceInfoPlugin();

  external Future<AndroidDeviceInfo> get androidInfo;
  external Future<IosDeviceInfo> get iosInfo;
}

abstract class AndroidDeviceInfo {
  AndroidBuildVersion get version;
  String get manufacturer;
  String get model;
}

abstract class AndroidBuildVersion {
  String get release;
  int get sdkInt;
}

abstract class IosDeviceInfo {
  String get systemName;
  String get systemVersion;
  String get model;
}
