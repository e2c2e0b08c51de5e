import '../link_event.dart';
import '../wire.dart';
import 'link_values.dart';

/// Makes an event of values under their names in the API.
///
/// `dyna_code` and `code` mean the same.
DynalinkEvent makeEvent(LinkEventSource source, Wire wire) => DynalinkEvent(
  actualUrl: text(wire, 'actual_url') ?? '',
  source: source,
  code: text(wire, 'dyna_code') ?? text(wire, 'code'),
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
  attributedAt: date(wire, 'attributed_at'),
);
