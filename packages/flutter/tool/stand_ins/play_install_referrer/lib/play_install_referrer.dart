import 'package:flutter/services.dart';

abstract class PlayInstallReferrer {
  static const _channel = MethodChannel(
    'com.chunkytofustudios.play_install_referrer',
  );

  static Future<ReferrerDetails> get installReferrer async => ReferrerDetails._(
    (await _channel.invokeMethod<Map<Object?, Object?>>('getInstallReferrer'))!,
  );
}

class ReferrerDetails {
  ReferrerDetails._(this._data);

  final Map<Object?, Object?> _data;

  String? get installReferrer => _data['installReferrer'] as String?;
  int get referrerClickTimestampSeconds =>
      _data['referrerClickTimestampSeconds'] as int;
  int get installBeginTimestampSeconds =>
      _data['installBeginTimestampSeconds'] as int;
  int get referrerClickTimestampServerSeconds =>
      _data['referrerClickTimestampServerSeconds'] as int;
  int get installBeginTimestampServerSeconds =>
      _data['installBeginTimestampServerSeconds'] as int;
}
