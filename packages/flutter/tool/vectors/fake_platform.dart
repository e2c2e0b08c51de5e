import 'dart:async';

import 'package:throughline_flutter/src/core/adapters.dart';

import 'placeholders.dart';
import 'virtual_time.dart';

/// What all starts of the app share.
final class Shared {
  const Shared({
    required this.given,
    required this.storage,
    required this.time,
    required this.fetch,
  });

  /// The current values of the adapters.
  final Json Function() given;
  final Map<String, String> storage;
  final VirtualTime time;
  final Fetch fetch;
}

/// The platform of one start of the app.
final class FakePlatform implements KeyValueStorage, LinkSource, DeviceSource {
  FakePlatform(this._shared);

  final Shared _shared;
  final _urls = StreamController<String>.broadcast(sync: true);
  bool _isDead = false;

  late final adapters = Adapters(
    storage: this,
    links: this,
    device: this,
    installReferrer:
        _shared.given().containsKey('installReferrer') ? _Referrer(this) : null,
    clipboard:
        _shared.given().containsKey('clipboard') ? _Clipboard(this) : null,
    fetch: (url, init) => _alive(() => _shared.fetch(url, init)),
    runtime: _MortalRuntime(this),
  );

  /// Passes URLs to the app.
  void open(Iterable<String> urls) => urls.forEach(_urls.add);

  /// Stops everything: no more responses, timers, writes
  /// or requests.
  void kill() => _isDead = true;

  @override
  Stream<String> get urls => _urls.stream;

  @override
  Future<String?> getInitialUrl() async => await _tell('initialUrl') as String?;

  @override
  Future<Device?> getDevice() async => switch (await _tell('device')) {
    final Json facts => _deviceOf(facts),
    _ => null,
  };

  @override
  Future<String?> getItem(String key) async =>
      await _access(key, () => _shared.storage[key]) as String?;

  @override
  Future<void> setItem(String key, String value) =>
      _access(key, () => _shared.storage[key] = value);

  @override
  Future<void> removeItem(String key) =>
      _access(key, () => _shared.storage.remove(key));

  Future<Object?> _tell(String name) =>
      _alive(() => _answer(_shared.given()[name]));

  Future<Object?> _access(String name, Object? Function() act) => _alive(() {
    final faults = _shared.given()['storageFaults'] as Json? ?? const {};
    final fault = faults[name] ?? const {'after': 0};
    return _answer(fault is Json ? {...fault, 'answer': act()} : fault);
  });

  Future<T> _alive<T>(Future<T> Function() work) {
    final outcome = Completer<T>();
    if (_isDead) return outcome.future;
    work().then(
      (value) {
        if (!_isDead) outcome.complete(value);
      },
      onError: (Object error) {
        if (!_isDead) outcome.completeError(error);
      },
    );
    return outcome.future;
  }

  /// A value; or `fails`, `never`, or a value that comes `after` a time.
  Future<Object?> _answer(Object? given) {
    if (given == 'fails') return Future.error(Exception('the plug-in fails'));
    if (given == 'never') return Completer<Object?>().future;
    if (given is! Json || !given.containsKey('after')) {
      return Future.value(given);
    }
    final answer = given['answer'];
    final after = given['after'] as int;
    if (after == 0) return Future.value(answer);
    final late = Completer<Object?>();
    _shared.time.startTimer(
      Duration(milliseconds: after),
      () => late.complete(answer),
    );
    return late.future;
  }
}

final class _Referrer implements InstallReferrerSource {
  const _Referrer(this._platform);

  final FakePlatform _platform;

  @override
  Future<InstallReferrer?> getInstallReferrer() async =>
      switch (await _platform._tell('installReferrer')) {
        final String referrer => InstallReferrer(referrer),
        final Json play => InstallReferrer(
          play['referrer'] as String?,
          installBeginAt: play['installBeginAt'] as int?,
          clickAt: play['clickAt'] as int?,
        ),
        _ => null,
      };
}

final class _Clipboard implements ClipboardSource {
  const _Clipboard(this._platform);

  final FakePlatform _platform;

  @override
  Future<String?> getText() async =>
      await _platform._tell('clipboard') as String?;
}

final class _MortalRuntime implements Runtime {
  const _MortalRuntime(this._platform);

  final FakePlatform _platform;

  @override
  DateTime now() => _platform._shared.time.now();

  @override
  double random() => _platform._shared.time.random();

  @override
  Timer startTimer(Duration delay, void Function() run) =>
      _platform._shared.time.startTimer(delay, () {
        if (!_platform._isDead) run();
      });
}

Device _deviceOf(Json facts) {
  final installedAt = facts['installedAt'] as String?;
  final languages = facts['languages'] as List<Object?>?;
  return Device(
    platform: DevicePlatform.values.byName(facts['platform'] as String),
    osVersion: facts['osVersion'] as String?,
    model: facts['model'] as String?,
    screenWidth: (facts['screenWidth'] as num?)?.toDouble(),
    screenHeight: (facts['screenHeight'] as num?)?.toDouble(),
    pixelRatio: (facts['pixelRatio'] as num?)?.toDouble(),
    languages: languages?.cast(),
    timeZone: facts['timeZone'] as String?,
    installedAt: installedAt == null ? null : DateTime.parse(installedAt),
  );
}
