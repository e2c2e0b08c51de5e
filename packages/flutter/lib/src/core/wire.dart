import 'errors.dart';

/// A JSON object of the API, or the parameters of a query.
///
/// Fields that are read from it are checked one by one.
typedef Wire = Map<String, Object?>;

/// The value as an object, or null.
Wire? asObject(Object? value) => value is Wire ? value : null;

/// The value as a list; empty if it is not a list.
List<Object?> asList(Object? value) =>
    value is List<Object?> ? value : const [];

/// The value of a field that every record has.
///
/// Throws a [ThroughlineException] if it is missing: another server responded.
T present<T extends Object>(T? value) =>
    value ??
    (throw const ThroughlineException(
      ThroughlineErrorCode.noConnection,
      notOurs,
    ));

/// A text that is not empty, or null.
String? text(Wire wire, String name) {
  final value = wire[name];
  return value is String && value.isNotEmpty ? value : null;
}

final _digits = RegExp(r'^\d{1,15}$');

/// A whole number that is not negative, also written in digits, or null.
int? integer(Wire wire, String name) {
  final digits = '${wire[name]}';
  return _digits.hasMatch(digits) ? int.parse(digits) : null;
}

/// A time in whole Unix seconds, up to ten digits, or null.
///
/// Anything longer is in milliseconds.
int? seconds(Wire wire, String name) {
  final value = integer(wire, name);
  return value != null && value < 10000000000 ? value : null;
}

final _isoTime = RegExp(
  r'^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])'
  r'(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$',
);

/// The last second that a [DateTime] holds.
const _maxSeconds = 8640000000000;

/// A time in ISO 8601, a day (its midnight in UTC), or Unix seconds, or null.
DateTime? date(Wire wire, String name) {
  final unixSeconds = integer(wire, name);
  if (unixSeconds != null) {
    return unixSeconds > _maxSeconds
        ? null
        : _fromMilliseconds(unixSeconds * 1000);
  }
  final value = text(wire, name) ?? '';
  if (!_isoTime.hasMatch(value)) return null;
  final time = DateTime.tryParse(
    value.contains('T') ? value : '${value}T00:00:00Z',
  );
  // The service's times have microseconds, and an app's only milliseconds.
  return time == null ? null : _fromMilliseconds(time.millisecondsSinceEpoch);
}

DateTime _fromMilliseconds(int milliseconds) =>
    DateTime.fromMillisecondsSinceEpoch(milliseconds, isUtc: true);

/// A time as JSON has it: ISO 8601 in UTC, with milliseconds.
String isoTime(DateTime time) =>
    _fromMilliseconds(time.millisecondsSinceEpoch).toIso8601String();

/// The date of a time as shown, whatever its zone.
///
/// A date picker returns midnight of the phone's zone, which in UTC may be the
/// day before.
String isoDay(DateTime time) =>
    isoTime(DateTime.utc(time.year, time.month, time.day)).substring(0, 10);

/// The values with these names.
Wire pick(Wire wire, Iterable<String> names) => {
  for (final MapEntry(:key, :value) in wire.entries)
    if (names.contains(key)) key: value,
};

/// A request body without null values.
Wire withoutNulls(Wire wire) => {
  for (final MapEntry(:key, :value) in wire.entries)
    if (value != null) key: value,
};
