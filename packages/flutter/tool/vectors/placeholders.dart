import 'dart:convert';

/// A JSON object.
typedef Json = Map<String, Object?>;

/// The value of `{name}` in this run.
typedef Values = Map<String, Object?>;

final _uuid = RegExp(r'^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$');
final _time = RegExp(r'^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$');
final _seconds = RegExp(r'^\d{10}$');

/// Marks a missing value, unlike null.
const nothing = _Nothing();

final class _Nothing {
  const _Nothing();

  @override
  String toString() => 'nothing';
}

/// The value that a script sends for one that differs in every run.
const _sent = <String, Object?>{
  '{any}': 'anything',
  '{uuid}': '01890a5d-ac96-774b-bcce-b302099a8057',
  '{time}': '2026-03-01T09:30:00.000000Z',
  '{seconds}': 1772357400,
  '{number}': 7,
};

/// Whether a value matches a placeholder; null if it is not a placeholder.
bool? _passes(String placeholder, Object? value) => switch (placeholder) {
  '{any}' => value != nothing,
  '{uuid}' => _uuid.hasMatch('$value'),
  '{time}' => _time.hasMatch('$value'),
  '{seconds}' => _seconds.hasMatch('$value'),
  '{number}' => value is num,
  _ => null,
};

/// Texts that cannot be written in JSON in a form that every parser reads.
final Values _unwritable = {
  'high_surrogate': String.fromCharCode(0xd83d),
  'low_surrogate': String.fromCharCode(0xde00),
};

/// `{error:text}` stands for a language's error text that contains the text.
final _error = RegExp(r'^(.*)\{error(?::(.*))?\}$');
final _whole = RegExp(r'^\{([\w:]+)\}$');
final _placeholder = RegExp(r'\{([\w:]+)\}');

/// Fills in the values of this run.
///
/// A text that is only a placeholder becomes the value itself.
Object? fill(Object? template, Values values) {
  if (template is! String) return _map(template, (item) => fill(item, values));
  final whole = _whole.firstMatch(template)?[1];
  if (values.containsKey(whole)) return values[whole];
  final all = {..._unwritable, ...values};
  return template.replaceAllMapped(
    _placeholder,
    (match) => '${all[match[1]] ?? match[0]}',
  );
}

/// The same, and also fills in volatile values: for a script's responses.
Object? fillAll(Object? template, Values values) {
  final filled = fill(template, values);
  if (filled is! String) return _map(filled, (item) => fillAll(item, values));
  return _sent[filled] ?? filled;
}

Object? _map(Object? value, Object? Function(Object? item) map) =>
    switch (value) {
      final List<Object?> list => [...list.map(map)],
      final Json object => {
        for (final MapEntry(:key, :value) in object.entries) key: map(value),
      },
      _ => value,
    };

/// The differences from the expected value, in words; empty if none.
///
/// With [isPartial] an object may have more fields than expected.
List<String> differences(
  Object? expected,
  Object? actual, {
  required String at,
  bool isPartial = false,
}) {
  if (expected is Json && actual is Json) {
    return [
      for (final name in {
        ...expected.keys,
        if (!isPartial) ...actual.keys,
      })
        ...differences(
          _field(expected, name),
          _field(actual, name),
          at: '$at.$name',
          isPartial: isPartial,
        ),
    ];
  }
  if (expected is List<Object?> && actual is List<Object?>) {
    final length = [expected.length, actual.length].reduce(
      (a, b) => a > b ? a : b,
    );
    return [
      for (var index = 0; index < length; index += 1)
        ...differences(
          expected.elementAtOrNull(index) ?? _lack(expected, index),
          actual.elementAtOrNull(index) ?? _lack(actual, index),
          at: '$at.$index',
          isPartial: isPartial,
        ),
    ];
  }
  return _isRight(expected, actual)
      ? const []
      : ['$at: expected ${show(expected)}, got ${show(actual)}'];
}

Object? _field(Json object, String name) =>
    object.containsKey(name) ? object[name] : nothing;

Object? _lack(List<Object?> list, int index) =>
    index < list.length ? null : nothing;

bool _isRight(Object? expected, Object? actual) {
  // A whole number must not be sent as 390.0.
  if (expected is int) return actual is int && actual == expected;
  if (expected is! String) return expected == actual;
  final isVolatileRight = _passes(expected, actual);
  if (isVolatileRight != null) return isVolatileRight;
  final error = _error.firstMatch(expected);
  if (error == null) return expected == actual;
  final start = error[1] ?? '';
  final text = '$actual';
  if (!text.startsWith(start)) return false;
  final written = text.substring(start.length);
  return written.isNotEmpty && written.contains(error[2] ?? '');
}

String show(Object? value) => value == nothing ? '$value' : jsonEncode(value);

final _named = RegExp(r'^\{(uuid:\w+)\}$');

/// The value of `{uuid:name}`: the UUID at the name's first place.
///
/// A UUID that another name already has is not used, so that two names never
/// have the same value.
Values bindUuids(Object? expected, Object? actual, [Values? known]) {
  final bound = known ?? {};
  if (expected is String) {
    final name = _named.firstMatch(expected)?[1];
    final isNew = !bound.containsKey(name) && !bound.containsValue(actual);
    if (name != null && isNew && _uuid.hasMatch('$actual')) {
      bound[name] = actual;
    }
  } else if (expected is Json && actual is Json) {
    for (final MapEntry(:key, :value) in expected.entries) {
      bindUuids(value, actual[key], bound);
    }
  } else if (expected is List<Object?> && actual is List<Object?>) {
    for (final (index, item) in expected.indexed) {
      bindUuids(item, actual.elementAtOrNull(index), bound);
    }
  }
  return bound;
}
