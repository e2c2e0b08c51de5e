import 'dart:async';

import 'package:throughline_flutter/src/core/adapters.dart';

import '../vectors/virtual_time.dart';

/// Virtual time that keeps its timers.
final class CountingRuntime implements Runtime {
  final time = VirtualTime(0, const []);
  final timers = <Timer>[];

  int get active => timers.where((timer) => timer.isActive).length;

  @override
  DateTime now() => time.now();

  @override
  double random() => time.random();

  @override
  Timer startTimer(Duration delay, void Function() run) {
    final timer = time.startTimer(delay, run);
    timers.add(timer);
    return timer;
  }
}
