import 'dart:math';

final _random = Random.secure();

/// Returns a random UUID (version 4).
String newUuid() => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAllMapped(
  'x',
  (_) => _random.nextInt(16).toRadixString(16),
);
