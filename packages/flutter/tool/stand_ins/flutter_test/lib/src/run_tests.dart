import 'dart:async';
import 'dart:io';

typedef _Body = dynamic Function();

/// What an asynchronous matcher still has to say; a test waits for it.
final pendingMatches = <Future<void>>[];

final _tests = <(String, _Body)>[];
final _groups = <String>[];
final _setUps = <_Body>[];
final _tearDowns = <_Body>[];
final _addedTearDowns = <_Body>[];

/// Tests run, one after the other, when `main` has declared them all.
void test(Object description, _Body body) {
  if (_tests.isEmpty) Timer.run(_runAll);
  _tests.add(([..._groups, '$description'].join(' '), body));
}

void group(Object description, void Function() body) {
  _groups.add('$description');
  body();
  _groups.removeLast();
}

void setUp(_Body body) => _setUps.add(body);
void tearDown(_Body body) => _tearDowns.add(body);
void addTearDown(_Body callback) => _addedTearDowns.add(callback);

Future<void> _runAll() async {
  var failed = 0;
  for (final (name, body) in _tests) {
    try {
      await _run(body);
    } on Object catch (error, trace) {
      failed += 1;
      print('$name\n$error\n$trace');
    }
  }
  print('${_tests.length - failed} passed, $failed failed');
  exit(failed == 0 ? 0 : 1);
}

Future<void> _run(_Body body) async {
  for (final setUp in _setUps) {
    await setUp();
  }
  try {
    await body();
    await Future.wait(pendingMatches);
  } finally {
    for (final tearDown in [..._addedTearDowns.reversed, ..._tearDowns]) {
      await tearDown();
    }
    _addedTearDowns.clear();
    pendingMatches.clear();
  }
}
