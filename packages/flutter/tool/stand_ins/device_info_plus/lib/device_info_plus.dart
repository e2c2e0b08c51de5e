import 'package:flutter/services.dart';

class DeviceInfoPlugin {
  static const _channel = MethodChannel(
    'dev.fluttercommunity.plus/device_info',
  );

  Future<AndroidDeviceInfo> get androidInfo async =>
      AndroidDeviceInfo._(await _read());

  Future<IosDeviceInfo> get iosInfo async => IosDeviceInfo._(await _read());

  Future<Map<Object?, Object?>> _read() async =>
      (await _channel.invokeMethod<Map<Object?, Object?>>('getDeviceInfo'))!;
}

class AndroidDeviceInfo {
  AndroidDeviceInfo._(this._data);

  final Map<Object?, Object?> _data;

  AndroidBuildVersion get version =>
      AndroidBuildVersion._(_data['version'] as Map<Object?, Object?>);
  String get manufacturer => _data['manufacturer'] as String;
  String get model => _data['model'] as String;
}

class AndroidBuildVersion {
  AndroidBuildVersion._(this._data);

  final Map<Object?, Object?> _data;

  String get release => _data['release'] as String;
  int get sdkInt => _data['sdkInt'] as int;
}

class IosDeviceInfo {
  IosDeviceInfo._(this._data);

  final Map<Object?, Object?> _data;

  String get systemName => _data['systemName'] as String;
  String get systemVersion => _data['systemVersion'] as String;
  String get model => _data['model'] as String;
}
