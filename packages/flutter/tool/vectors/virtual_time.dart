import 'dart:async';

import 'package:throughline_flutter/src/core/adapters.dart';

/// A clock that only a vector's steps move, and the vector's random numbers.
final class VirtualTime implements Runtime {
  VirtualTime(this._startedAtMs, Iterable<num> chance) : _chance = [...chance];

  final int _startedAtMs;
  final List<num> _chance;
  final _timers = <_VirtualTimer>[];

  /// Elapsed time, which setting the clock does not change.
  Duration elapsed = Duration.zero;
  int _setByMs = 0;

  @override
  DateTime now() => DateTime.fromMillisecondsSinceEpoch(
    _startedAtMs + _setByMs + elapsed.inMilliseconds,
    isUtc: true,
  );

  /// One half if the vector gives no number.
  @override
  double random() =>
      _chance.isEmpty ? 0.5 : _chance.removeAt(0).toDouble();

  @override
  Timer startTimer(Duration delay, void Function() run) {
    final timer = _VirtualTimer(elapsed + delay, run, _timers.remove);
    _timers.add(timer);
    return timer;
  }

  /// Moves the clock forward, or back if [byMs] is negative.
  void setClock(int byMs) => _setByMs += byMs;

  /// Lets time pass, timer by timer.
  ///
  /// [settle] waits until nothing is in progress.
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

  /// Of timers with the same time, the one that was created first.
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
