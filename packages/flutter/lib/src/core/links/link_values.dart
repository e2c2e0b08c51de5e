import '../link_event.dart';
import '../wire.dart';

const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
];

/// The click ids that an event carries and the app's storage keeps.
const clickIdNames = [
  'gclid',
  'gbraid',
  'fbclid',
  'ttclid',
  'twclid',
  'li_fat_id',
];

/// The click ids that the service accepts with a click.
const countedClickIdNames = [...clickIdNames, 'wbraid', 'msclkid', 'dclid'];

/// A link's values with the click ids of the query that came with it.
///
/// The query's UTM values apply where the link has none.
Wire withQuery(Wire link, Wire query) {
  final open = [
    for (final name in const [...countedClickIdNames, ...utmNames])
      if (_isOpen(link, name)) name,
    // A link record has no click ids: fbclid and its time are the query's.
    'fbclid_captured_at',
  ];
  return {...link, ...pick(query, open)};
}

bool _isOpen(Wire link, String name) => link[name] == null || link[name] == '';

/// When the browser first saw the fbclid; null without an fbclid.
DateTime? fbclidCapturedAtIn(Wire wire) =>
    text(wire, 'fbclid') == null
        ? null
        : date({'at': seconds(wire, 'fbclid_captured_at')}, 'at');

/// The values of an event that are kept, under their stored names.
Map<String, String?> keptValues(DynalinkEvent event) => {
  'gclid': event.gclid,
  'gbraid': event.gbraid,
  'fbclid': event.fbclid,
  'ttclid': event.ttclid,
  'twclid': event.twclid,
  'li_fat_id': event.liFatId,
  'campaign_id': event.campaignId?.toString(),
};
