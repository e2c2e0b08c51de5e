import 'dart:convert';

import '../client.dart';
import '../errors.dart';
import '../platform/store.dart';
import '../platform/turns.dart';
import '../wire.dart';

const maxWaitingClicks = 100;

/// The clicks of links that opened the app, until the service counted them.
///
/// The queue is stored, so it survives the app's end. An entry has a `code`, a
/// `key` with which the service counts the click once, and a `body`.
final class ClickQueue {
  ClickQueue(this._client);

  static const _queue = 'clicks';

  final Client _client;
  final _inTurn = Turns();
  final _inRound = Turns();
  bool _isWaiting = false;

  /// Stores the click, and sends it when the service can be reached.
  Future<void> add(Wire click) async {
    await _change((clicks) {
      if (clicks.length < maxWaitingClicks) return [...clicks, click];
      _client.log('A click is dropped: too many wait');
      final excess = clicks.length + 1 - maxWaitingClicks;
      return [...clicks.skip(excess), click];
    });
    await flush();
  }

  /// Sends waiting clicks, oldest first, until one cannot be sent.
  ///
  /// One round runs at a time, and at most one waits, so many clicks that are
  /// made offline are tried once.
  Future<void> flush() async {
    if (_isWaiting) return;
    _isWaiting = true;
    await _inRound(() async {
      _isWaiting = false;
      while (await _sendNext()) {}
    });
  }

  Future<bool> _sendNext() async {
    final stored = await _inTurn(() => _client.store.getJson(_queue));
    final click = _clicksIn(stored).firstOrNull;
    if (click == null || !await _send(click)) return false;
    await _change(
      (clicks) => [...clicks.where((each) => each['key'] != click['key'])],
    );
    return true;
  }

  Future<void> _change(List<Wire> Function(List<Wire> clicks) edit) =>
      _inTurn(() async {
        final stored = await _client.store.getJson(_queue);
        // A list that cannot be read now must not be overwritten.
        if (!stored.isKnown) return;
        await _client.store.set(_queue, jsonEncode(edit(_clicksIn(stored))));
      });

  List<Wire> _clicksIn(Stored<Object> stored) => [
    ...asList(stored.value).whereType<Wire>(),
  ];

  /// Whether the click is done: counted, or rejected permanently.
  Future<bool> _send(Wire click) async {
    final code = text(click, 'code');
    try {
      await _client.api(
        'POST',
        '/api/links/$code/click',
        body: asObject(click['body']) ?? const {},
        key: text(click, 'key'),
      );
    } on ThroughlineException catch (error) {
      if (isPassing(error)) return false;
      _client.log('The click of $code failed: ${likelyCause(error)}');
    }
    return true;
  }
}
