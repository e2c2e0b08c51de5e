import 'package:throughline_flutter/src/core/errors.dart';
import 'package:throughline_flutter/src/core/link_event.dart';
import 'package:throughline_flutter/src/core/records.dart';

import 'placeholders.dart';

/// The SDK's values in the vectors' form: objects as JSON, times as texts.
Object? present(Object? value) => switch (value) {
  final DateTime time => _time(time),
  final DynalinkEvent event => presentEvent(event),
  final AttributionResult attribution => _presentAttribution(attribution),
  final Campaign campaign => _presentCampaign(campaign),
  final CampaignStats stats => {
    'totalClicks': stats.totalClicks,
    'clicksPerDay': [
      for (final day in stats.clicksPerDay)
        {'date': _time(day.date), 'count': day.count},
    ],
  },
  final List<Object?> list => [...list.map(present)],
  _ => value,
};

/// Every field of an event.
Json presentEvent(DynalinkEvent event) => {
  'actualUrl': event.actualUrl,
  'campaignId': event.campaignId,
  'campaignName': event.campaignName,
  'utmSource': event.utmSource,
  'utmMedium': event.utmMedium,
  'utmCampaign': event.utmCampaign,
  'utmTerm': event.utmTerm,
  'utmContent': event.utmContent,
  'gclid': event.gclid,
  'gbraid': event.gbraid,
  'fbclid': event.fbclid,
  'ttclid': event.ttclid,
  'twclid': event.twclid,
  'liFatId': event.liFatId,
  'fbclidCapturedAt': _time(event.fbclidCapturedAt),
  'attributedAt': _time(event.attributedAt),
  'source': event.source.text,
  'code': event.code,
  'hasCampaign': event.hasCampaign,
  'hasClickIds': event.hasClickIds,
};

/// The event of a vector, which omits fields that are null or derived.
Json wholeEvent(Json event) {
  const clickIds = ['gclid', 'gbraid', 'fbclid', 'ttclid', 'twclid', 'liFatId'];
  const none = DynalinkEvent(
    actualUrl: '',
    source: LinkEventSource.loadingPage,
  );
  return {
    for (final name in presentEvent(none).keys) name: null,
    'hasCampaign': event.containsKey('campaignId'),
    'hasClickIds': clickIds.any(event.containsKey),
    ...event,
  };
}

/// The name of an error in vectors.
Json presentError(Object error) {
  if (error is! ThroughlineException) {
    return {'code': "not the SDK's own: $error"};
  }
  return {
    'code': error.code.text,
    'status': error.status,
    'fields': error.fields?.keys.toList(),
    'requestId': error.requestId,
    'retryAfterMs': error.retryAfter?.inMilliseconds,
  };
}

Json _presentAttribution(AttributionResult attribution) => {
  'matched': attribution.matched,
  'dynaCode': attribution.dynaCode,
  'gclid': attribution.gclid,
  'gbraid': attribution.gbraid,
  'fbclid': attribution.fbclid,
  'fbclidCapturedAt': _time(attribution.fbclidCapturedAt),
  'ttclid': attribution.ttclid,
  'twclid': attribution.twclid,
  'liFatId': attribution.liFatId,
  'campaignId': attribution.campaignId,
  'campaignName': attribution.campaignName,
  'utmSource': attribution.utmSource,
  'utmMedium': attribution.utmMedium,
  'utmCampaign': attribution.utmCampaign,
  'utmTerm': attribution.utmTerm,
  'utmContent': attribution.utmContent,
  'attributedAt': _time(attribution.attributedAt),
};

Json _presentCampaign(Campaign campaign) => {
  'id': campaign.id,
  'name': campaign.name,
  'status': campaign.status,
  'description': campaign.description,
  'utmSource': campaign.utmSource,
  'utmMedium': campaign.utmMedium,
  'utmCampaign': campaign.utmCampaign,
  'utmTerm': campaign.utmTerm,
  'utmContent': campaign.utmContent,
  'startDate': _time(campaign.startDate),
  'endDate': _time(campaign.endDate),
  'createdAt': _time(campaign.createdAt),
  'updatedAt': _time(campaign.updatedAt),
};

String? _time(DateTime? time) => time?.toIso8601String();
