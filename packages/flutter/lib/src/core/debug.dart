import 'calls/attribution_calls.dart';
import 'client.dart';
import 'errors.dart';
import 'install/ask_for_install.dart';
import 'link_event.dart';
import 'links/keep_ids.dart';
import 'links/make_event.dart';
import 'links/parse_url.dart';
import 'platform/new_uuid.dart';
import 'throughline_core.dart';
import 'wire.dart';

/// Creates the debug helpers of `Throughline.instance`.
DebugHelpers debugHelpers(ThroughlineCore throughline) =>
    DebugHelpers._(throughline);

/// Replays entry paths against the real service.
///
/// Each completes with the event that the app received, or null. None claims or
/// records a click, and none sends webhooks as a real install does.
final class DebugHelpers {
  DebugHelpers._(this._throughline);

  final ThroughlineCore _throughline;

  /// Reports a test install with this referrer, under a new id.
  ///
  /// The service makes the full decision and claims nothing. [url] is a Play
  /// store URL with a `referrer`, or any URL or text with `dyna_code`,
  /// `actual_url` and click ids.
  Future<DynalinkEvent?> replayInstallReferrer(String url) async {
    final (:client, :firstStart, links: _) = internalsOf(_throughline);
    final facts = await client.device() ?? const {'platform': 'android'};
    final consent = await firstStart.readConsent();
    final body = {
      'install_id': newUuid(),
      ...pick(facts, const ['platform', 'device']),
      'install_referrer': _referrerIn(url),
      if (consent != null) 'consent': consent,
      'test': true,
    };
    return _tell(client, (await askForInstall(client, body)).event);
  }

  /// Reads the attribution of a fingerprint, as after an install.
  Future<DynalinkEvent?> replayFingerprint(String fingerprint) async {
    final client = internalsOf(_throughline).client;
    final attribution = await findAttribution(
      client.api,
      'fingerprint',
      fingerprint,
    );
    if (attribution == null) return null;
    final url = await _destinationOf(client, attribution);
    final values = {...attribution, 'actual_url': url};
    return _tell(client, makeEvent(LinkEventSource.install, values));
  }

  /// Resolves a short link, as if the system had opened the app with it.
  Future<DynalinkEvent?> replayShortLink(String url) =>
      internalsOf(_throughline).links.replay(url);
}

Future<DynalinkEvent?> _tell(Client client, DynalinkEvent? event) async {
  if (event == null) return null;
  await keepIds(client.store, event);
  client.stream.emit(event);
  return event;
}

/// The referrer in a store URL, else the query, else the text unchanged.
String _referrerIn(String url) {
  final referrer = RegExp('[?&]referrer=([^&#]*)').firstMatch(url)?[1];
  if (referrer != null) return decode(referrer);
  return url.replaceFirst(RegExp(r'^[^?=]*\?'), '');
}

/// The current destination of the attributed link; null for a 404 or 410.
Future<Object?> _destinationOf(Client client, Wire attribution) async {
  try {
    final code = text(attribution, 'dyna_code');
    return (await client.api('GET', '/api/links/$code'))['actual_url'];
  } on ThroughlineException catch (error) {
    final isGone =
        error.code == ThroughlineErrorCode.notFound ||
        error.code == ThroughlineErrorCode.gone;
    if (isGone) return null;
    rethrow;
  }
}
