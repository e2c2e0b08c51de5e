import '../http/api.dart';
import '../platform/new_uuid.dart';
import '../records.dart';
import '../wire.dart';

const _campaigns = '/api/campaigns';

/// The calls about campaigns. They throw a `ThroughlineException`.
final class CampaignCalls {
  const CampaignCalls(this._api);

  final Api _api;

  Future<List<Campaign>> list(String? status) async {
    final filter =
        status == null || status.isEmpty
            ? ''
            : '&status=${Uri.encodeQueryComponent(status)}';
    final campaigns = <Campaign>[];
    String? cursor = '';
    while (cursor != null) {
      final page = await _api('GET', '$_campaigns?limit=100$filter$cursor');
      campaigns.addAll(asList(page['data']).map(_readCampaign));
      final next = text(page, 'next_cursor');
      cursor = next == null ? null : '&cursor=${Uri.encodeComponent(next)}';
    }
    return campaigns;
  }

  Future<Campaign> find(int id) async =>
      _readCampaign(await _api('GET', '$_campaigns/$id'));

  Future<CampaignStats> stats(int id, int days) async =>
      _readStats(await _api('GET', '$_campaigns/$id/stats?days=$days'));

  Future<Campaign> create(CreateCampaignForm form) async => _readCampaign(
    await _api('POST', _campaigns, body: _toWire(form), key: newUuid()),
  );

  Future<Campaign> update(int id, CreateCampaignForm form) async =>
      _readCampaign(
        await _api('PUT', '$_campaigns/$id', body: _toWire(form)),
      );

  Future<void> delete(int id) async {
    await _api('DELETE', '$_campaigns/$id');
  }
}

Wire _toWire(CreateCampaignForm form) {
  final startDate = form.startDate;
  final endDate = form.endDate;
  return {
    for (final field in form.clear) _wireNames[field] ?? field.name: null,
    ...withoutNulls({
      'name': form.name,
      'status': form.status,
      'description': form.description,
      'utm_source': form.utmSource,
      'utm_medium': form.utmMedium,
      'utm_campaign': form.utmCampaign,
      'utm_term': form.utmTerm,
      'utm_content': form.utmContent,
      'start_date': startDate == null ? null : isoDay(startDate),
      'end_date': endDate == null ? null : isoDay(endDate),
    }),
  };
}

const _wireNames = {
  CampaignField.description: 'description',
  CampaignField.utmSource: 'utm_source',
  CampaignField.utmMedium: 'utm_medium',
  CampaignField.utmCampaign: 'utm_campaign',
  CampaignField.utmTerm: 'utm_term',
  CampaignField.utmContent: 'utm_content',
  CampaignField.startDate: 'start_date',
  CampaignField.endDate: 'end_date',
};

Campaign _readCampaign(Object? record) {
  final wire = asObject(record) ?? const {};
  return Campaign(
    id: present(integer(wire, 'id')),
    name: present(text(wire, 'name')),
    status: present(text(wire, 'status')),
    createdAt: present(date(wire, 'created_at')),
    updatedAt: present(date(wire, 'updated_at')),
    description: text(wire, 'description'),
    utmSource: text(wire, 'utm_source'),
    utmMedium: text(wire, 'utm_medium'),
    utmCampaign: text(wire, 'utm_campaign'),
    utmTerm: text(wire, 'utm_term'),
    utmContent: text(wire, 'utm_content'),
    startDate: date(wire, 'start_date'),
    endDate: date(wire, 'end_date'),
  );
}

CampaignStats _readStats(Wire stats) => CampaignStats(
  totalClicks: present(integer(stats, 'total_clicks')),
  clicksPerDay: [
    for (final record in asList(stats['clicks_per_day']))
      _readDay(asObject(record) ?? const {}),
  ],
);

ClicksOfDay _readDay(Wire day) => ClicksOfDay(
  date: present(date(day, 'date')),
  count: present(integer(day, 'count')),
);
