abstract class PlayInstallReferrer {
  external static Future<ReferrerDetails> get installReferrer;
}

abstract class ReferrerDetails {
  String? get installReferrer;
  int get referrerClickTimestampSeconds;
  int get installBeginTimestampSeconds;
  int get referrerClickTimestampServerSeconds;
  int get installBeginTimestampServerSeconds;
  String? get installVersion;
  bool get googlePlayInstantParam;
}
