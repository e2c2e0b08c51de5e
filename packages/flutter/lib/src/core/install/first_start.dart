import 'dart:async';

import '../client.dart';
import '../links/receive_links.dart';
import '../platform/turns.dart';
import 'report_install.dart';

/// The retries while the app runs; after these, the next start retries.
const tryAgainDelays = [
  Duration(seconds: 30),
  Duration(minutes: 2),
  Duration(minutes: 10),
];

/// Reports the install, and retries while the service is unavailable.
final class FirstStart {
  FirstStart(this._client, LinkReceiver links, this._decided) {
    _report = InstallReport(_client, links, readConsent);
  }

  static const _consent = 'consent';

  final Client _client;
  late final InstallReport _report;

  /// One report at a time: consent may be given during the first report.
  final _inTurn = Turns();
  bool? _decided;
  Timer? _timer;
  bool _isStopped = false;

  /// Reports the install if that is not done. Never fails.
  Future<void> run() => _inTurn(() => _try(0));

  /// Sets the user's decision, and stores it for later starts.
  Future<void> setConsent(bool isGiven) async {
    _decided = isGiven;
    await _client.store.set(_consent, '$isGiven');
    await run();
  }

  /// The user's decision; null if there is none.
  Future<bool?> readConsent() async {
    final stored = await _client.store.get(_consent);
    // A decision of this start counts, also while the storage is being read.
    final decided = _decided;
    if (decided != null) return decided;
    // If the storage cannot be read, the user may have declined.
    return stored.isAbsent ? null : stored.value == 'true';
  }

  /// Stops retrying in this start.
  void stop() {
    _isStopped = true;
    _timer?.cancel();
  }

  Future<void> _try(int tries) async {
    _timer?.cancel();
    if (_isStopped) return;
    final least = await _report.send();
    if (least == null || _isStopped || tries >= tryAgainDelays.length) return;
    final planned = tryAgainDelays[tries];
    _timer = _client.runtime.startTimer(
      least > planned ? least : planned,
      () => unawaited(_inTurn(() => _try(tries + 1))),
    );
  }
}
