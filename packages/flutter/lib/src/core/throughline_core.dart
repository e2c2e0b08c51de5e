import 'dart:async';

import 'calls/attribution_calls.dart';
import 'calls/campaign_calls.dart';
import 'calls/link_calls.dart';
import 'client.dart';
import 'errors.dart';
import 'install/first_start.dart';
import 'install/report_install.dart';
import 'link_event.dart';
import 'links/receive_links.dart';
import 'options.dart';
import 'records.dart';
import 'wire.dart';

/// The SDK without any plug-in.
///
/// All calls of the service throw only a `ThroughlineException`.
class ThroughlineCore {
  /// Starts to listen for links, and reports the first start.
  ///
  /// Throws a `ThroughlineException` with the code `bad_options`, whose message
  /// says what to change.
  ThroughlineCore(ThroughlineOptions options) : _client = Client(options) {
    _links = LinkReceiver(_client);
    _firstStart = FirstStart(_client, _links, options.consent);
    _urls = _client.adapters.links.urls.listen(
      _links.receive,
      onError: (Object error) {
        _client.log('The adapter links failed: ${likelyCause(error)}');
      },
    );
    ready = _start();
  }

  final Client _client;
  late final LinkReceiver _links;
  late final FirstStart _firstStart;
  late final StreamSubscription<String> _urls;

  /// Completes when the URL that started the app and the first start were
  /// handled. Never fails.
  late final Future<void> ready;

  /// Link events; a late listener immediately gets the last one.
  Stream<DynalinkEvent> get dynamicLinkStream => _client.stream.stream;

  /// The last known Google Ads click ID.
  Future<String?> getLastGclid() => _last('gclid');

  /// The last known enhanced click ID of Google Ads (iOS).
  Future<String?> getLastGbraid() => _last('gbraid');

  /// The last known Meta click ID.
  Future<String?> getLastFbclid() => _last('fbclid');

  /// The last known TikTok click ID.
  Future<String?> getLastTtclid() => _last('ttclid');

  /// The last known X click ID.
  Future<String?> getLastTwclid() => _last('twclid');

  /// The last known LinkedIn click ID.
  Future<String?> getLastLiFatId() => _last('li_fat_id');

  /// The last known campaign.
  Future<int?> getLastCampaignId() async =>
      integer({'id': await _last('campaign_id')}, 'id');

  /// The newest attribution of a fingerprint; null if there is none.
  Future<AttributionResult?> getAttributionByFingerprint(
    String fingerprint,
  ) => _attribution('fingerprint', fingerprint);

  /// The newest attribution of a link's short code; null if there is none.
  Future<AttributionResult?> getAttributionByCode(String code) =>
      _attribution('code', code);

  /// Creates a short link and returns its URL.
  Future<String> createShortenedLink(CreateDynalinkForm form) =>
      createLink(_client.api, form);

  /// All campaigns, or those of one status, newest first.
  Future<List<Campaign>> getCampaigns({String? status}) =>
      _campaigns.list(status);

  Future<Campaign> getCampaign(int id) => _campaigns.find(id);

  /// Clicks of the last [days], including today in UTC.
  Future<CampaignStats> getCampaignStats(int id, {int days = 30}) =>
      _campaigns.stats(id, days);

  /// Creates a campaign; the form needs a name.
  Future<Campaign> createCampaign(CreateCampaignForm form) =>
      _campaigns.create(form);

  /// Changes the fields in the form and keeps the others.
  Future<Campaign> updateCampaign(int id, CreateCampaignForm form) =>
      _campaigns.update(id, form);

  /// Archives a campaign. It is not deleted, because the key is public.
  Future<void> deleteCampaign(int id) => _campaigns.delete(id);

  /// The id under which this install is reported.
  ///
  /// It is created and stored at the first call. Null if the storage cannot be
  /// read. Webhooks carry it as `X-Service-Install-Id`.
  Future<String?> getInstallId() => _client.installId();

  /// The device's fingerprint, as the service returned it for the report.
  Future<String?> getFingerprint() => _last(fingerprintName);

  /// Sets whether the user allows the install to be matched.
  ///
  /// An install that waited for this decision is reported now.
  Future<void> setConsent(bool isGiven) => _firstStart.setConsent(isGiven);

  /// Stops listening and retrying. Calls in progress continue.
  void close() {
    // An adapter's failure at this point has no effect.
    _urls.cancel().ignore();
    _firstStart.stop();
  }

  CampaignCalls get _campaigns => CampaignCalls(_client.api);

  Future<String?> _last(String name) async =>
      (await _client.store.get(name)).value;

  Future<AttributionResult?> _attribution(String by, String value) async {
    final wire = await findAttribution(_client.api, by, value);
    return wire == null ? null : readAttribution(wire);
  }

  Future<void> _start() async {
    unawaited(_client.clicks.flush());
    final links = _client.adapters.links;
    final url = await _client.ask('links', links.getInitialUrl);
    if (url != null && url.isNotEmpty) _links.receiveInitial(url);
    await _firstStart.run();
    await _links.inTurn(() async {});
  }
}

/// The implementation of a [ThroughlineCore], for this package only.
({Client client, LinkReceiver links, FirstStart firstStart}) internalsOf(
  ThroughlineCore throughline,
) => (
  client: throughline._client,
  links: throughline._links,
  firstStart: throughline._firstStart,
);
