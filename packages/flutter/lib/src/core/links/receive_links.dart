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

/// The stored name that says that the app was told of a link.
///
/// An install's event comes before any other, or never.
const toldName = 'install_told';
const sameLinkLimit = Duration(seconds: 1);

/// Turns incoming URLs into events, in the order in which they came.
final class LinkReceiver {
  LinkReceiver(this._client);

  final Client _client;
  final _receivedAt = <String, DateTime>{};

  /// Runs a work when all links that came so far have had their events.
  ///
  /// Links that come later wait for it.
  final inTurn = Turns();

  /// Takes a URL from the platform; the same one twice within 1 s is one link.
  void receive(String url) {
    final now = _client.runtime.now();
    final before = _receivedAt[url];
    if (before != null) {
      final age = now.difference(before);
      // A clock that was set back makes no link the same for ever.
      if (!age.isNegative && age < sameLinkLimit) return;
    }
    _receivedAt[url] = now;
    unawaited(_open(url, isReplay: false));
  }

  /// Takes the URL that started the app.
  ///
  /// Some platforms hand it over as an incoming one, too, and earlier.
  void receiveInitial(String url) {
    if (!_receivedAt.containsKey(url)) receive(url);
  }

  /// Opens a URL without recording anything.
  ///
  /// No click is sent, and an install's event is not suppressed.
  Future<DynalinkEvent?> replay(String url) => _open(url, isReplay: true);

  Future<DynalinkEvent?> _open(String url, {required bool isReplay}) {
    // Links are looked up at once, and told of in their order: the app must
    // end where the last tap led.
    final opening = openLink(_client, url);
    return inTurn(() async => _tell(await opening, isReplay: isReplay));
  }

  /// Stores the ids, then tells the app; nothing waits for the click.
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

  /// Tells the service of a click that the link host did not see.
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
