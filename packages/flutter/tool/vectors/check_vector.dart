import 'dart:convert';

import 'package:throughline_flutter/src/core/link_event.dart';

import 'placeholders.dart';
import 'present.dart';
import 'run_vector.dart';

/// The differences between a run and its vector, in words; empty if none.
List<String> checkVector(Json vector, Observed observed, Values values) {
  final http = vector['http'] as List<Object?>? ?? const [];
  final requests = [for (final each in http) (each as Json)['request']];
  final all = {...values, ...bindUuids(requests, observed.sent)};
  final expect = fill(vector['expect'], all) as Json;
  return [
    ..._checkEvents('events', _list(expect['events']), observed.events),
    ...differences(_list(expect['log']), observed.log, at: 'log'),
    ..._checkStorage('storage', expect['storage'], observed.storage),
    for (final (index, stored) in _list(expect['storageAtEvents']).indexed)
      ..._checkStorage(
        'at event $index',
        stored,
        observed.storageAtEvents.elementAtOrNull(index) ?? const {},
      ),
    ..._checkRequests(_list(fill(http, all)), observed.sent),
    for (final (index, step) in _list(vector['steps']).indexed)
      ..._checkStep(index, step as Json, fill(step, all) as Json, observed),
  ];
}

List<Object?> _list(Object? value) => value as List<Object?>? ?? const [];

List<String> _checkEvents(
  String at,
  List<Object?> expected,
  List<DynalinkEvent> events,
) => differences(
  [for (final event in expected) wholeEvent(event as Json)],
  [...events.map(presentEvent)],
  at: at,
);

List<String> _checkStorage(
  String at,
  Object? expected,
  Map<String, String> storage,
) => [
  for (final MapEntry(key: name, :value)
      in (expected as Json? ?? const {}).entries)
    ...differences(
      value,
      value is Json || value is List
          ? jsonDecode(storage[name] ?? 'null')
          : storage[name],
      at: '$at $name',
    ),
];

List<String> _checkRequests(List<Object?> expected, List<Json> sent) {
  final wanted = [for (final each in expected) (each as Json)['request']];
  final order = differences(
    [for (final request in wanted) _name(request as Json)],
    [...sent.map(_name)],
    at: 'requests',
  );
  if (order.isNotEmpty) return order;
  return [
    for (final (index, each) in expected.indexed)
      ..._checkRequest(index, each as Json, sent[index]),
  ];
}

String _name(Json request) => '${request['method']} ${request['path']}';

List<String> _checkRequest(int index, Json expected, Json sent) {
  final request = expected['request'] as Json;
  final headers = sent['headers'] as Map<String, String>;
  final place = 'request $index (${_name(request)})';
  return [
    // Headers that the vector does not name may be present; one that is null
    // must be absent.
    for (final MapEntry(key: name, :value)
        in (request['headers'] as Json? ?? const {}).entries)
      ...differences(
        value ?? nothing,
        headers[name] ?? nothing,
        at: '$place header $name',
      ),
    ...differences(request['body'], sent['body'], at: '$place body'),
    if (expected.containsKey('at'))
      ...differences(expected['at'], sent['at'], at: '$place time'),
  ];
}

List<String> _checkStep(
  int index,
  Json step,
  Json filled,
  Observed observed,
) {
  final at = 'step $index ${jsonEncode(step)}';
  if (filled['listen'] case final List<Object?> events) {
    return _checkEvents(at, events, observed.late[index] ?? const []);
  }
  final outcome = observed.outcomes[index];
  final error = outcome?.error;
  if (!['result', 'event', 'error'].any(filled.containsKey)) {
    return [if (error != null) '$at: ${jsonEncode(presentError(error))}'];
  }
  if (outcome == null) return ['$at: it did not end'];
  if (error != null) return _checkError(at, filled['error'], error);
  if (filled.containsKey('error')) return ['$at: did not fail'];
  final result = present(outcome.result);
  return filled['event'] == null
      ? differences(filled['result'], result, at: at)
      : differences(wholeEvent(filled['event'] as Json), result, at: at);
}

List<String> _checkError(String at, Object? expected, Object error) {
  final actual = presentError(error);
  return expected == null
      ? ['$at: ${jsonEncode(actual)}']
      : differences(expected, actual, at: at, isPartial: true);
}
