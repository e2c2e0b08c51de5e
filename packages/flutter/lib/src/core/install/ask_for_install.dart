import '../client.dart';
import '../link_event.dart';
import '../links/link_values.dart';
import '../links/make_event.dart';
import '../wire.dart';
import 'read_referrer.dart';

/// The service's response to an install report.
final class InstallAnswer {
  const InstallAnswer({
    required this.event,
    required this.isUndecided,
    required this.fingerprint,
  });

  /// Null if the install has no link.
  final DynalinkEvent? event;

  /// Whether consent is missing.
  ///
  /// The service decides again once the user consents.
  final bool isUndecided;

  /// The device's fingerprint, as the service built it.
  final String? fingerprint;
}

/// Asks the service which link led to an install.
///
/// A repeated call for the same install gets the same response. Throws a
/// `ThroughlineException`.
Future<InstallAnswer> askForInstall(Client client, Wire body) async {
  final answer = await client.api(
    'POST',
    '/api/attribution/installs',
    body: body,
    isRepeatable: true,
  );
  // Without it another server responded, such as a captive portal.
  present(answer['matched']);
  final isUndecided = '${answer['reason']}'.startsWith('consent_');
  final values = _eventValues(answer, body, isUndecided: isUndecided);
  return InstallAnswer(
    event: values == null ? null : makeEvent(LinkEventSource.install, values),
    isUndecided: isUndecided,
    fingerprint: text(answer, 'fingerprint'),
  );
}

Wire? _eventValues(Wire answer, Wire body, {required bool isUndecided}) {
  final link = asObject(answer['link']);
  final attribution = asObject(answer['attribution']);
  // An attribution has the values at the click, except for the destination.
  if (attribution != null) {
    return {'actual_url': link?['actual_url'], ...attribution};
  }
  // The referrer's ids belong to the install, attributed or not; without
  // consent none is kept.
  if (link == null || isUndecided) return link;
  return withQuery(link, readReferrer(text(body, 'install_referrer') ?? ''));
}
