import 'dart:async';

import 'package:throughline_flutter/src/core/adapters.dart';

/// A clock that only a vector's steps move, and chance as the vector gives it.
final class VirtualTime implements Runtime {
  VirtualTime(this._startedAtMs, Iterable<num> chance) : _chance = [...chance];

  final int _startedAtMs;
  final List<num> _chance;
  final _timers = <_VirtualTimer>[];

  /// The passing of time, which no setting of the clock changes.
  Duration elapsed = Duration.zero;
  int _setByMs = 0;

  @override
  DateTime now() => DateTime.fromMillisecondsSinceEpoch(
    _startedAtMs + _setByMs + elapsed.inMilliseconds,
    isUtc: true,
  );

  /// One half where the vector gives no chance.
  @override
  double random() =>
      _chance.isEmpty ? 0.5 : _chance.removeAt(0).toDouble();

  @override
  Timer startTimer(Duration delay, void Function() run) {
    final timer = _VirtualTimer(elapsed + delay, run, _timers.remove);
    _timers.add(timer);
    return timer;
  }

  /// Sets the clock on, or back where [byMs] is negative.
  void setClock(int byMs) => _setByMs += byMs;

  /// Lets time pass, timer by timer.
  ///
  /// [settle] waits until nothing goes on any more.
  Future<void> advance(Duration time, Future<void> Function() settle) async {
    final until = elapsed + time;
    for (;;) {
      final next = _next();
      if (next == null || next.at > until) break;
      next.cancel();
      elapsed = next.at;
      next.run();
      await settle();
    }
    elapsed = until;
  }

  /// Of timers of the same moment the one that was made first.
  _VirtualTimer? _next() => _timers.fold(
    null,
    (first, timer) => first == null || timer.at < first.at ? timer : first,
  );
}

final class _VirtualTimer implements Timer {
  _VirtualTimer(this.at, this.run, this._remove);

  final Duration at;
  final void Function() run;
  final bool Function(_VirtualTimer timer) _remove;

  @override
  bool isActive = true;

  @override
  int get tick => isActive ? 0 : 1;

  @override
  void cancel() {
    isActive = false;
    _remove(this);
  }
}
