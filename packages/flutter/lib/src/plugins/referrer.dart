import 'package:play_install_referrer/play_install_referrer.dart';

import '../core/adapters.dart';

/// Google Play's install referrer, with the times of Play's servers.
final class PlayReferrerSource implements InstallReferrerSource {
  const PlayReferrerSource();

  @override
  Future<InstallReferrer?> getInstallReferrer() async {
    final details = await PlayInstallReferrer.installReferrer;
    return InstallReferrer(
      details.installReferrer,
      installBeginAt: details.installBeginTimestampServerSeconds,
      clickAt: details.referrerClickTimestampServerSeconds,
    );
  }
}
