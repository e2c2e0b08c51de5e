import 'package:throughline_flutter/src/core/debug.dart';
import 'package:throughline_flutter/src/core/records.dart';
import 'package:throughline_flutter/src/core/throughline_core.dart';

import 'placeholders.dart';

/// Calls an operation by the name that vectors give it.
Future<Object?> callOperation(
  ThroughlineCore throughline,
  String name,
  List<Object?> arguments,
) {
  String text() => arguments.first as String;
  int id() => arguments.first as int;
  return switch (name) {
    'close' => Future.sync(throughline.close),
    'setConsent' => throughline.setConsent(arguments.first as bool),
    'getInstallId' => throughline.getInstallId(),
    'getFingerprint' => throughline.getFingerprint(),
    'getLastGclid' => throughline.getLastGclid(),
    'getLastGbraid' => throughline.getLastGbraid(),
    'getLastFbclid' => throughline.getLastFbclid(),
    'getLastTtclid' => throughline.getLastTtclid(),
    'getLastTwclid' => throughline.getLastTwclid(),
    'getLastLiFatId' => throughline.getLastLiFatId(),
    'getLastCampaignId' => throughline.getLastCampaignId(),
    'getAttributionByCode' => throughline.getAttributionByCode(text()),
    'getAttributionByFingerprint' => throughline.getAttributionByFingerprint(
      text(),
    ),
    'createShortenedLink' => throughline.createShortenedLink(
      _linkForm(arguments.first as Json),
    ),
    'getCampaigns' => throughline.getCampaigns(
      status: arguments.firstOrNull as String?,
    ),
    'getCampaign' => throughline.getCampaign(id()),
    'getCampaignStats' => switch (arguments.elementAtOrNull(1)) {
      final int days => throughline.getCampaignStats(id(), days: days),
      _ => throughline.getCampaignStats(id()),
    },
    'createCampaign' => throughline.createCampaign(
      _campaignForm(arguments.first as Json),
    ),
    'updateCampaign' => throughline.updateCampaign(
      id(),
      _campaignForm(arguments[1] as Json),
    ),
    'deleteCampaign' => throughline.deleteCampaign(id()),
    'debug.replayInstallReferrer' => debugHelpers(
      throughline,
    ).replayInstallReferrer(text()),
    'debug.replayFingerprint' => debugHelpers(
      throughline,
    ).replayFingerprint(text()),
    'debug.replayShortLink' => debugHelpers(
      throughline,
    ).replayShortLink(text()),
    _ => throw ArgumentError('There is no $name'),
  };
}

CreateDynalinkForm _linkForm(Json form) {
  _expectKnown(form, const {
    ...{'url', 'isDeepLink', 'iosUrl', 'androidUrl', 'fallbackUrl'},
    ...{'campaignId', 'socialTitle', 'socialDescription', 'socialImage'},
  });
  return CreateDynalinkForm(
    url: form['url'] as String?,
    isDeepLink: form['isDeepLink'] as bool?,
    iosUrl: form['iosUrl'] as String?,
    androidUrl: form['androidUrl'] as String?,
    fallbackUrl: form['fallbackUrl'] as String?,
    campaignId: form['campaignId'] as int?,
    socialTitle: form['socialTitle'] as String?,
    socialDescription: form['socialDescription'] as String?,
    socialImage: form['socialImage'] as String?,
  );
}

CreateCampaignForm _campaignForm(Json form) {
  final clearable = CampaignField.values.asNameMap();
  _expectKnown(form, {'name', 'status', ...clearable.keys});
  DateTime? day(String name) => switch (form[name]) {
    final String day => DateTime.parse('${day}T00:00:00Z'),
    _ => null,
  };
  return CreateCampaignForm(
    name: form['name'] as String?,
    status: form['status'] as String?,
    description: form['description'] as String?,
    utmSource: form['utmSource'] as String?,
    utmMedium: form['utmMedium'] as String?,
    utmCampaign: form['utmCampaign'] as String?,
    utmTerm: form['utmTerm'] as String?,
    utmContent: form['utmContent'] as String?,
    startDate: day('startDate'),
    endDate: day('endDate'),
    clear: {
      for (final MapEntry(:key, :value) in form.entries)
        if (value == null && clearable.containsKey(key)) clearable[key]!,
    },
  );
}

void _expectKnown(Json form, Set<String> names) {
  final unknown = form.keys.toSet().difference(names);
  if (unknown.isNotEmpty) throw ArgumentError('No such field: $unknown');
}
