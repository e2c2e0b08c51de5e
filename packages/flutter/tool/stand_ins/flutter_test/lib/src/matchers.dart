import 'dart:async';

import 'run_tests.dart';

class Matcher {
  const Matcher(this.matches, this.text);

  final FutureOr<bool> Function(dynamic actual) matches;
  final String text;
}

void expect(dynamic actual, dynamic matcher, {String? reason}) {
  final wanted = matcher is Matcher ? matcher : equals(matcher);
  final result = wanted.matches(actual);
  void check(bool isMatch) {
    if (!isMatch) throw StateError('Expected ${wanted.text}, not $actual');
  }

  result is bool ? check(result) : pendingMatches.add(result.then(check));
}

Matcher equals(Object? expected) =>
    Matcher((actual) => _areEqual(actual, expected), '$expected');

final isEmpty = Matcher((actual) => actual.isEmpty as bool, 'nothing');
final isNull = equals(null);
final isNotNull = Matcher((actual) => actual != null, 'a value');

Matcher closeTo(num value, num delta) => Matcher(
  (actual) => actual is num && (actual - value).abs() <= delta,
  'about $value',
);

Matcher emitsInOrder(List<dynamic> events) => Matcher((actual) async {
  final seen = await (actual as Stream<dynamic>).take(events.length).toList();
  return _areEqual(seen, events);
}, '$events in order');

bool _areEqual(Object? one, Object? other) {
  if (one is! List || other is! List) return one == other;
  return one.length == other.length &&
      one.indexed.every((each) => _areEqual(each.$2, other[each.$1]));
}
