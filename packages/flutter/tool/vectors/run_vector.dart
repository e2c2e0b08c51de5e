import 'dart:async';
import 'dart:convert';

import 'package:throughline_flutter/src/core/adapters.dart';
import 'package:throughline_flutter/src/core/link_event.dart';
import 'package:throughline_flutter/src/core/options.dart';
import 'package:throughline_flutter/src/core/throughline_core.dart';

import 'fake_platform.dart';
import 'operations.dart';
import 'placeholders.dart';
import 'virtual_time.dart';

/// What a vector is played against: its own script, or a real API.
abstract interface class World {
  Values get values;

  /// Milliseconds since 1970.
  int get startedAt;

  /// Sends a request; [scripted] is what the vector expects here.
  ///
  /// Null means no response at all.
  Future<FetchResponse?> exchange(Json sent, FetchInit init, Json? scripted);
}

/// The final result of an operation.
final class Outcome {
  const Outcome({this.result, this.error});

  final Object? result;
  final Object? error;
}

/// Everything that is visible from outside.
final class Observed {
  final events = <DynalinkEvent>[];

  /// The stored values when each of them arrived.
  final storageAtEvents = <Map<String, String>>[];
  final storage = <String, String>{};
  final log = <String>[];

  /// Requests: `method`, `path`, `headers`, `body`, `at`.
  final sent = <Json>[];

  /// By the step's number.
  final outcomes = <int, Outcome>{};

  /// By the step's number.
  final late = <int, List<DynalinkEvent>>{};
}

/// Plays a vector's steps against this SDK.
Future<Observed> runVector(Json vector, World world) async {
  final player = _Player(vector, world);
  for (final (index, step) in (vector['steps'] as List).indexed) {
    await player.play(index, step as Json);
  }
  player.close();
  return player.observed;
}

final class _Player {
  _Player(this._vector, this._world) {
    final given = _vector['given'] as Json? ?? const {};
    final chance = given['chance'] as List<Object?>? ?? const [];
    _time = VirtualTime(_world.startedAt, chance.cast());
    _give(given);
  }

  static const _baseUrl = 'https://api.example.com';

  final Json _vector;
  final World _world;
  final observed = Observed();
  late final VirtualTime _time;
  Json _given = const {};
  FakePlatform? _platform;
  ThroughlineCore? _throughline;
  int _inFlight = 0;

  Future<void> play(int index, Json step) async {
    _give(step['given'] as Json? ?? const {});
    _time.setClock(step['clock'] as int? ?? 0);
    if (step.containsKey('crash')) _platform?.kill();
    if (step.containsKey('restart')) close();
    final options = step['start'] ?? step['restart'] ?? step['crash'];
    if (options is Json) _start(index, options);
    await _act(index, step);
    await _settle();
    final advance = step['advance'];
    if (advance is! int) return;
    await _time.advance(Duration(milliseconds: advance), _settle);
    await _settle();
  }

  void close() => _throughline?.close();

  Future<void> _act(int index, Json step) async {
    final open = _fill(step['open']);
    if (open is String) _platform?.open([open]);
    if (open is List<Object?>) _platform?.open(open.cast());
    if (step['call'] case final String name) {
      unawaited(_call(index, name, step));
    }
    if (step.containsKey('listen')) await _listen(index);
  }

  Future<void> _listen(int index) async {
    final seen = observed.late[index] = [];
    final listening = _running.dynamicLinkStream.listen(seen.add);
    await null;
    await listening.cancel();
  }

  /// Sets the platform and the stored values from now on.
  void _give(Json given) {
    final filled = {..._fill(given) as Json};
    final storage = filled.remove('storage') as Json? ?? const {};
    _given = {..._given, ...filled};
    for (final MapEntry(:key, :value) in storage.entries) {
      if (value == null) {
        observed.storage.remove(key);
      } else {
        observed.storage[key] = value is String ? value : jsonEncode(value);
      }
    }
  }

  void _start(int index, Json options) {
    final given = _given['options'] as Json? ?? const {};
    final all = {
      'publicKey': _world.values['project_key'],
      'projectId': _world.values['project_id'],
      'baseUrl': _baseUrl,
      ..._fill({...given, ...options}) as Json,
    };
    final platform = FakePlatform(
      Shared(
        given: () => _given,
        storage: observed.storage,
        time: _time,
        fetch: _fetch,
      ),
    );
    _platform = platform;
    try {
      final throughline = ThroughlineCore(_options(all, platform.adapters));
      throughline.dynamicLinkStream.listen((event) {
        observed.events.add(event);
        observed.storageAtEvents.add({...observed.storage});
      });
      _throughline = throughline;
    } catch (error) {
      observed.outcomes[index] = Outcome(error: error);
    }
  }

  ThroughlineOptions _options(Json all, Adapters adapters) =>
      ThroughlineOptions(
        publicKey: all['publicKey'] as String,
        projectId: all['projectId'] as String,
        baseUrl: all['baseUrl'] as String,
        linkHost: all['linkHost'] as String? ?? '',
        customDomains: [
          for (final host in all['customDomains'] as List? ?? const [])
            host as String,
        ],
        consent: all['consent'] as bool?,
        logger: observed.log.add,
        adapters: adapters,
      );

  Future<FetchResponse> _fetch(String url, FetchInit init) async {
    final http = _vector['http'] as List<Object?>? ?? const [];
    final scripted = http.elementAtOrNull(observed.sent.length) as Json?;
    final body = init.body;
    final at = _time.elapsed.inMicroseconds / 1000;
    final sent = <String, Object?>{
      'method': init.method,
      'path': url.replaceFirst(_baseUrl, ''),
      'headers': init.headers,
      'body': body == null ? null : jsonDecode(body),
      'at': at % 1 == 0 ? at.toInt() : at,
    };
    observed.sent.add(sent);
    _inFlight += 1;
    try {
      final response = await _world.exchange(sent, init, scripted);
      if (response != null) return response;
    } finally {
      _inFlight -= 1;
    }
    return Completer<FetchResponse>().future;
  }

  Future<void> _call(int index, String name, Json step) async {
    final arguments = _fill(step['with'] ?? const []) as List<Object?>;
    try {
      final result = await callOperation(_running, name, arguments);
      observed.outcomes[index] = Outcome(result: result);
    } catch (error) {
      observed.outcomes[index] = Outcome(error: error);
    }
  }

  ThroughlineCore get _running =>
      _throughline ?? (throw StateError('The vector did not start.'));

  Object? _fill(Object? value) => fill(value, _world.values);

  /// Waits until no request is in progress and the last has no further effect.
  Future<void> _settle() async {
    for (var quiet = 0; quiet < 10;) {
      final isBusy = _inFlight > 0;
      // A timer's turn comes after all microtasks.
      await Future<void>.delayed(Duration(milliseconds: isBusy ? 1 : 0));
      quiet = _inFlight > 0 ? 0 : quiet + 1;
    }
  }
}
