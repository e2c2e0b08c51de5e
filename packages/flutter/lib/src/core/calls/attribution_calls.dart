import '../errors.dart';
import '../http/api.dart';
import '../links/link_values.dart';
import '../records.dart';
import '../wire.dart';

/// The newest attribution of a fingerprint or of a link's code, or null.
///
/// [by] is `fingerprint` or `code`. Throws a [ThroughlineException] for any
/// failure but a 404.
Future<Wire?> findAttribution(Api api, String by, String value) async {
  try {
    return await api(
      'GET',
      '/api/attribution/$by/${Uri.encodeComponent(value)}',
    );
  } on ThroughlineException catch (error) {
    if (error.code == ThroughlineErrorCode.notFound) return null;
    rethrow;
  }
}

AttributionResult readAttribution(Wire wire) => AttributionResult(
  dynaCode: present(text(wire, 'dyna_code')),
  attributedAt: present(date(wire, 'attributed_at')),
  campaignId: integer(wire, 'campaign_id'),
  campaignName: text(wire, 'campaign_name'),
  utmSource: text(wire, 'utm_source'),
  utmMedium: text(wire, 'utm_medium'),
  utmCampaign: text(wire, 'utm_campaign'),
  utmTerm: text(wire, 'utm_term'),
  utmContent: text(wire, 'utm_content'),
  gclid: text(wire, 'gclid'),
  gbraid: text(wire, 'gbraid'),
  fbclid: text(wire, 'fbclid'),
  ttclid: text(wire, 'ttclid'),
  twclid: text(wire, 'twclid'),
  liFatId: text(wire, 'li_fat_id'),
  fbclidCapturedAt: fbclidCapturedAtIn(wire),
);
