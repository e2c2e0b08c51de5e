// Plays the vectors of the client SDK against the core of this package.
//
//   dart tool/vectors.dart FOLDER [--json] [NAME]
//
// plays all vectors in FOLDER (packages/sdk/vectors), or those whose name
// contains NAME, each against its own script in virtual time.
//
//   dart tool/vectors.dart --against URL
//
// plays vectors against a real API over dart:io. It reads one JSON object a
// line from stdin: `vector`, `values` (of its placeholders) and `startedAt`. It
// answers each with a line: `name`, `problems` and `answered`, what the service
// answered to each request. packages/sdk/test prepares a project for each.
//
// The last line is "N passed, N failed, N skipped".
import 'dart:async';
import 'dart:convert';
import 'dart:io';

import 'vectors/check_vector.dart';
import 'vectors/placeholders.dart';
import 'vectors/run_vector.dart';
import 'vectors/worlds.dart';

Future<void> main(List<String> arguments) async {
  final counts =
      arguments.firstOrNull == '--against'
          ? await _playAgainst(arguments[1])
          : await _playScripted(
            arguments.where((each) => each != '--json').toList(),
            isJson: arguments.contains('--json'),
          );
  final (passed, failed) = counts;
  stdout.writeln('$passed passed, $failed failed, 0 skipped');
  await stdout.flush();
  // Connections that are kept open would keep the program running.
  exit(failed == 0 && passed > 0 ? 0 : 1);
}

Future<(int, int)> _playScripted(
  List<String> arguments, {
  required bool isJson,
}) async {
  final [folder, ...names] = arguments;
  var passed = 0;
  var failed = 0;
  for (final (file, vector) in _readVectors(folder)) {
    final name = vector['name'] as String;
    if (names.isNotEmpty && !name.contains(names.first)) continue;
    final problems = await _play(vector, ScriptedWorld(vector));
    problems.isEmpty ? passed += 1 : failed += 1;
    if (isJson) {
      _printJson({'file': file, 'name': name, 'problems': problems});
    } else if (problems.isNotEmpty) {
      stdout.writeln('$file: $name\n  ${problems.join('\n  ')}\n');
    }
  }
  return (passed, failed);
}

Future<(int, int)> _playAgainst(String url) async {
  var passed = 0;
  var failed = 0;
  final lines = stdin.transform(utf8.decoder).transform(const LineSplitter());
  await for (final line in lines) {
    final given = jsonDecode(line) as Json;
    final vector = given['vector'] as Json;
    final world = ApiWorld(
      url,
      given['values'] as Json,
      given['startedAt'] as int,
    );
    final found = await _play(vector, world);
    final problems = [...world.problems, ...found];
    problems.isEmpty ? passed += 1 : failed += 1;
    _printJson({
      'name': vector['name'],
      'problems': problems,
      'answered': world.answered,
    });
    await stdout.flush();
  }
  return (passed, failed);
}

/// The vectors of a folder with the name of their file.
Iterable<(String, Json)> _readVectors(String folder) sync* {
  final files = [
    for (final file in Directory(folder).listSync().whereType<File>())
      if (file.path.endsWith('.json') && !file.path.endsWith('schema.json'))
        file,
  ]..sort((a, b) => a.path.compareTo(b.path));
  for (final file in files) {
    final content = jsonDecode(file.readAsStringSync()) as Json;
    for (final vector in content['vectors'] as List<Object?>) {
      yield (file.uri.pathSegments.last, vector as Json);
    }
  }
}

/// Plays one vector; returns the differences, in words.
Future<List<String>> _play(Json vector, World world) {
  final result = Completer<List<String>>();
  final uncaught = <String>[];
  runZonedGuarded(
    () async {
      try {
        final observed = await runVector(vector, world);
        final problems = checkVector(vector, observed, world.values);
        result.complete([...uncaught, ...problems]);
      } catch (error, trace) {
        result.complete([...uncaught, 'The vector broke: $error\n$trace']);
      }
    },
    // An error of the SDK must not reach the app's own error handler.
    (error, trace) => uncaught.add('uncaught: $error\n$trace'),
  );
  return result.future;
}

void _printJson(Json line) => stdout.writeln(jsonEncode(line));
