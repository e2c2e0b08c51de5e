import 'dart:convert';

import '../client.dart';
import '../errors.dart';
import '../link_event.dart';
import '../links/keep_ids.dart';
import '../links/make_event.dart';
import '../links/open_link.dart';
import '../links/parse_url.dart';
import '../links/receive_links.dart';
import '../wire.dart';
import 'ask_for_install.dart';
import 'pending_install.dart';
import 'read_referrer.dart';

/// Reads what the user decided; null if nobody asked.
typedef ReadConsent = Future<bool?> Function();

/// The stored name of the fingerprint that the service answered.
const fingerprintName = 'fingerprint';

/// Reports the install at the first start.
///
/// It is done only after a definite answer, and when the app was told, so that
/// neither an offline first start nor one that ends early loses anything.
final class InstallReport {
  const InstallReport(this._client, this._links, this._readConsent);

  static const _done = 'first_start_done';

  final Client _client;
  final LinkReceiver _links;
  final ReadConsent _readConsent;

  /// Reports the install where it is still to be reported.
  ///
  /// Where the storage cannot be read, nobody knows whether it was reported:
  /// then it is not. Returns null if there is nothing left to do, or else after
  /// which time it may be tried again at the earliest.
  Future<Duration?> send() async {
    // A user who refused is not reported, whatever the project's settings say.
    if (await _readConsent() == false) return null;
    if (!(await _client.store.get(_done)).isAbsent) return null;
    final pending = await readPendingInstall(_client);
    if (pending == null) return null;
    final offline = _offlineEvent(pending);
    try {
      await _ask(pending, offline);
      return null;
    } on ThroughlineException catch (error) {
      return _handle(error, pending, offline);
    }
  }

  Future<void> _ask(Wire pending, DynalinkEvent? offline) async {
    final body = await _withOwnLink(pending);
    // All this may have taken minutes.
    final consent = await _readConsent();
    if (consent == false) return;
    final answer = await askForInstall(_client, {
      ...body,
      if (consent != null) 'consent': consent,
    });
    final fingerprint = answer.fingerprint;
    if (fingerprint != null) {
      await _client.store.set(fingerprintName, fingerprint);
    }
    await _tell(answer.event, offline);
    if (!answer.isUndecided) await _finish();
  }

  Future<Duration?> _handle(
    ThroughlineException error,
    Wire pending,
    DynalinkEvent? offline,
  ) async {
    _client.log('The install report failed: ${likelyCause(error)}');
    if (error.code == ThroughlineErrorCode.noConnection) {
      await _tell(offline, offline);
    }
    if (error.code != ThroughlineErrorCode.invalid) {
      return error.retryAfter ?? Duration.zero;
    }
    if (pending['device'] == null) {
      await _finish();
      return null;
    }
    // A fact that the service does not take must not cost the install.
    final least = pick(pending, const [
      'install_id',
      'platform',
      'install_referrer',
      'link_url',
    ]);
    await _client.store.set(pendingName, jsonEncode(least));
    return send();
  }

  /// What the referrer alone says, for a first start without a network.
  DynalinkEvent? _offlineEvent(Wire pending) {
    final parameters = readReferrer(text(pending, 'install_referrer') ?? '');
    return leadsSomewhere(parameters, _client.config.scheme)
        ? makeEvent(LinkEventSource.install, parameters)
        : null;
  }

  /// Leaves out a link in the clipboard that is not the project's.
  ///
  /// Throws a [ThroughlineException] if nobody can say now whose it is.
  Future<Wire> _withOwnLink(Wire pending) async {
    final host = parseUrl(text(pending, 'link_url') ?? '')?.host;
    final isOwn = host != null && await _client.domains.serves(host);
    if (isOwn) return pending;
    return {...pending}..remove('link_url');
  }

  Future<void> _finish() async {
    await _client.store.set(_done, '1');
    await _client.store.set(pendingName, null);
  }

  /// Tells the app of the install's link, once.
  ///
  /// A link that was told of is newer than the install's click: then the
  /// install stays silent, in later starts too.
  Future<void> _tell(DynalinkEvent? event, DynalinkEvent? offline) =>
      _links.inTurn(() async {
        if (event == null) return;
        await keepIdsOfInstall(_client.store, event, offline: offline);
        final told = await _client.store.get(toldName);
        if (told.value == null) _client.stream.emit(event);
        await _client.store.set(toldName, '1');
      });
}
