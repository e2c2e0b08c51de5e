import 'dart:async';

import '../client.dart';
import '../links/receive_links.dart';
import '../platform/turns.dart';
import 'report_install.dart';

/// While the app runs; after these, the next start tries.
const tryAgainDelays = [
  Duration(seconds: 30),
  Duration(minutes: 2),
  Duration(minutes: 10),
];

/// Reports the install, and tries again where the service is away.
final class FirstStart {
  FirstStart(this._client, LinkReceiver links, this._decided) {
    _report = InstallReport(_client, links, readConsent);
  }

  static const _consent = 'consent';

  final Client _client;
  late final InstallReport _report;

  /// One at a time: a consent may come while the first report is under way.
  final _inTurn = Turns();
  bool? _decided;
  Timer? _timer;
  bool _isStopped = false;

  /// Reports the install where it is still to be reported. Never fails.
  Future<void> run() => _inTurn(() => _try(0));

  /// Takes what the user decided, and keeps it for the next starts.
  Future<void> setConsent(bool isGiven) async {
    _decided = isGiven;
    await _client.store.set(_consent, '$isGiven');
    await run();
  }

  /// What the user decided; null if nobody asked.
  Future<bool?> readConsent() async {
    final stored = await _client.store.get(_consent);
    // What was said in this start counts, also while the storage is read.
    final decided = _decided;
    if (decided != null) return decided;
    // Where the storage cannot be read, the user may have refused.
    return stored.isAbsent ? null : stored.value == 'true';
  }

  /// Ends trying again in this start.
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
