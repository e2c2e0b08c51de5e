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

/// Reads the user's decision; null if there is none.
typedef ReadConsent = Future<bool?> Function();

/// The storage key of the fingerprint that the service returned.
const fingerprintName = 'fingerprint';

/// Reports the install at the first start.
///
/// The report is complete only after a definite response and after its event,
/// so an offline first start or one that ends early loses nothing.
final class InstallReport {
  const InstallReport(this._client, this._links, this._readConsent);

  static const _done = 'first_start_done';

  final Client _client;
  final LinkReceiver _links;
  final ReadConsent _readConsent;

  /// Reports the install if that is not done.
  ///
  /// If the storage cannot be read, it is unknown whether it was reported, so
  /// it is not reported. Returns null if nothing is left to do, else the
  /// shortest time before a retry.
  Future<Duration?> send() async {
    // If the user declined, nothing is reported, whatever the settings.
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
    // The calls above may have taken minutes.
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
    // A device fact that the service rejects must not fail the install.
    final least = pick(pending, const [
      'install_id',
      'platform',
      'install_referrer',
      'link_url',
    ]);
    await _client.store.set(pendingName, jsonEncode(least));
    return send();
  }

  /// The event from the referrer alone, for a first start without a network.
  DynalinkEvent? _offlineEvent(Wire pending) {
    final parameters = readReferrer(text(pending, 'install_referrer') ?? '');
    return leadsSomewhere(parameters, _client.config.scheme)
        ? makeEvent(LinkEventSource.install, parameters)
        : null;
  }

  /// Omits a link in the clipboard that is not the project's.
  ///
  /// Throws a [ThroughlineException] if that cannot be checked now.
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

  /// Emits the event of the install's link, once.
  ///
  /// A link that was already emitted is newer than the install's click. Then
  /// the install emits nothing, in later starts too.
  Future<void> _tell(DynalinkEvent? event, DynalinkEvent? offline) =>
      _links.inTurn(() async {
        if (event == null) return;
        await keepIdsOfInstall(_client.store, event, offline: offline);
        final told = await _client.store.get(toldName);
        if (told.value == null) _client.stream.emit(event);
        await _client.store.set(toldName, '1');
      });
}
