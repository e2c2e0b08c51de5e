import 'dart:async';
import 'dart:io';

var _passed = 0;
var _failed = 0;

/// Runs one check, and prints what failed.
Future<void> check(String name, FutureOr<void> Function() body) async {
  try {
    await Future.sync(body).timeout(const Duration(seconds: 20));
    _passed += 1;
  } catch (error) {
    _failed += 1;
    stdout.writeln('$name\n  $error\n');
  }
}

/// Throws if [actual] is not as expected; compares their texts.
void expectSame(Object? actual, Object? expected) {
  if ('$actual' != '$expected') throw 'expected $expected, got $actual';
}

/// Prints how many checks passed, and ends the program.
Future<Never> finish() async {
  stdout.writeln('$_passed passed, $_failed failed, 0 skipped');
  await stdout.flush();
  exit(_failed == 0 && _passed > 0 ? 0 : 1);
}
