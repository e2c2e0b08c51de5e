// The vectors of the client SDK, in the Dart VM of Flutter's tests.
import 'dart:convert';
import 'dart:io';

import 'package:flutter_test/flutter_test.dart';

import '../tool/vectors/check_vector.dart';
import '../tool/vectors/placeholders.dart';
import '../tool/vectors/run_vector.dart';
import '../tool/vectors/worlds.dart';

/// In the repository; `flutter test` runs in the package's folder.
const _folder = '../sdk/vectors';

void main() {
  final files =
      Directory(_folder)
          .listSync()
          .whereType<File>()
          .where((file) => file.path.endsWith('.json'))
          .where((file) => !file.path.endsWith('schema.json'))
          .toList();

  for (final file in files) {
    final content = jsonDecode(file.readAsStringSync()) as Json;
    group(file.uri.pathSegments.last, () {
      for (final vector in (content['vectors'] as List).cast<Json>()) {
        test(vector['name'] as String, () => _expectToPass(vector));
      }
    });
  }
}

Future<void> _expectToPass(Json vector) async {
  final world = ScriptedWorld(vector);
  final observed = await runVector(vector, world);
  expect(checkVector(vector, observed, world.values), isEmpty);
}
