import 'dart:async';

import '../client.dart';
import '../link_event.dart';
import '../platform/new_uuid.dart';
import '../platform/turns.dart';
import '../wire.dart';
import 'keep_ids.dart';
import 'link_values.dart';
import 'make_event.dart';
import 'open_link.dart';

/// The storage key that is set once a link event was emitted.
///
/// An install's event is emitted before any other, or never.
const toldName = 'install_told';
const sameLinkLimit = Duration(seconds: 1);

/// Turns incoming URLs into events, in the order of their arrival.
final class LinkReceiver {
  LinkReceiver(this._client);

  final Client _client;
  final _receivedAt = <String, DateTime>{};

  /// Runs [work] when all links so far have had their events.
  ///
  /// Later links wait for it.
  final inTurn = Turns();

  /// Takes a URL from the platform. The same one again within 1 s is ignored.
  void receive(String url) {
    final now = _client.runtime.now();
    final before = _receivedAt[url];
    if (before != null) {
      final age = now.difference(before);
      // After the clock was set back, no link must be ignored forever.
      if (!age.isNegative && age < sameLinkLimit) return;
    }
    _receivedAt[url] = now;
    unawaited(_open(url, isReplay: false));
  }

  /// Takes the URL that started the app.
  ///
  /// Some platforms also send it as an incoming URL, and earlier.
  void receiveInitial(String url) {
    if (!_receivedAt.containsKey(url)) receive(url);
  }

  /// Opens a URL without recording anything.
  ///
  /// No click is sent, and an install's event is not suppressed.
  Future<DynalinkEvent?> replay(String url) => _open(url, isReplay: true);

  Future<DynalinkEvent?> _open(String url, {required bool isReplay}) {
    // Links are looked up concurrently, but emitted in their order: the app
    // must end at the link that was opened last.
    final opening = openLink(_client, url);
    return inTurn(() async => _tell(await opening, isReplay: isReplay));
  }

  /// Stores the ids, then emits the event without waiting for the click.
  Future<DynalinkEvent?> _tell(
    OpenedLink? opened, {
    required bool isReplay,
  }) async {
    if (opened == null) return null;
    final event = makeEvent(opened.source, opened.values);
    await keepIds(_client.store, event);
    _client.stream.emit(event);
    if (!isReplay) {
      await _client.store.set(toldName, '1');
      unawaited(_sendClick(opened));
    }
    return event;
  }

  /// Reports a click that the link host did not see.
  Future<void> _sendClick(OpenedLink opened) async {
    final code = opened.uncountedCode;
    if (code == null) return;
    final facts = await _client.device() ?? const {};
    final body = withoutNulls({
      'platform': facts['platform'],
      'os_version': asObject(facts['device'])?['os_version'],
      ...pick(opened.values, countedClickIdNames),
    });
    await _client.clicks.add({'code': code, 'key': newUuid(), 'body': body});
  }
}
