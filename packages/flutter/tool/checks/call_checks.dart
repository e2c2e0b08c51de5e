import 'package:throughline_flutter/src/core/calls/campaign_calls.dart';
import 'package:throughline_flutter/src/core/http/api.dart';
import 'package:throughline_flutter/src/core/read_options.dart';
import 'package:throughline_flutter/src/core/records.dart';

import '../vectors/virtual_time.dart';
import 'check.dart';
import 'small_platform.dart';

/// What calls send for values that vectors cannot express.
Future<void> checkCalls() async {
  await check('a local day and the same day in UTC are sent equally', () async {
    for (final day in [DateTime(2026, 3), DateTime.utc(2026, 3)]) {
      final [sent] = await _requestsOf(
        (campaigns) => campaigns.update(7, CreateCampaignForm(startDate: day)),
      );
      expectSame(sent.contains('"start_date":"2026-03-01"'), true);
    }
  });

  await check('an empty status does not filter', () async {
    for (final status in [null, '']) {
      final [sent] = await _requestsOf((campaigns) => campaigns.list(status));
      expectSame(sent, 'GET https://api.example.com/api/campaigns?limit=100');
    }
  });
}

/// The request of one call; its response does not matter.
Future<List<String>> _requestsOf(
  Future<Object?> Function(CampaignCalls campaigns) call,
) async {
  final platform = SmallPlatform();
  final api = Api(
    const Config(
      publicKey: 'key',
      scheme: 'service-x',
      baseUrl: 'https://api.example.com',
      linkHosts: [],
    ),
    VirtualTime(0, const []),
    platform.adapters.fetch!,
    onSuccess: (_) {},
  );
  await call(CampaignCalls(api)).then((_) {}, onError: (Object _) {});
  return platform.requests;
}
