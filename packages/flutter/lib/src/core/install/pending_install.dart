import 'dart:convert';

import '../adapters.dart';
import '../client.dart';
import '../links/parse_url.dart';
import '../platform/ask_adapter.dart';
import '../wire.dart';

/// The storage key of the values that the first start has read.
///
/// They are kept until the service has sent a definite response.
const pendingName = 'install';
const maxReferrerLength = 16384;
const maxClipboardLength = 4096;

/// The body of POST /api/attribution/installs.
///
/// The stored one, because the clipboard is read only once; else the values
/// that the platform returns now. Null if there is no install to report.
Future<Wire?> readPendingInstall(Client client) async {
  final stored = await client.store.getJson(pendingName);
  final pending = asObject(stored.value);
  if (pending != null) return pending;
  final facts = await client.device();
  // If the storage cannot be read, a second id would count as a second
  // install.
  if (facts == null || !stored.isKnown) return null;
  final installId = await client.installId();
  if (installId == null) return null;
  final play = await _askReferrer(client);
  final referrer = play?.referrer ?? '';
  final copied = _namesLink(referrer) ? null : await _askClipboard(client);
  final body = withoutNulls({
    'install_id': installId,
    ...facts,
    'install_referrer': _cut(referrer),
    'install_begin_at': _playTime(play?.installBeginAt),
    'referrer_click_at': _playTime(play?.clickAt),
    'link_url': _shortLinkIn(copied),
  });
  await client.store.set(pendingName, jsonEncode(body));
  return body;
}

Future<InstallReferrer?> _askReferrer(Client client) async {
  final source = client.adapters.installReferrer;
  if (source == null) return null;
  return client.ask('installReferrer', source.getInstallReferrer);
}

Future<String?> _askClipboard(Client client) async {
  final source = client.adapters.clipboard;
  if (source == null) return null;
  return client.ask('clipboard', source.getText, limit: clipboardLimit);
}

final _link = RegExp('(click_token|dyna_code)(=|%3D)', caseSensitive: false);

/// Whether a referrer names a link: Play gives every install a referrer.
///
/// Some phones return it still encoded.
bool _namesLink(String referrer) => _link.hasMatch(referrer);

String? _cut(String referrer) {
  if (referrer.isEmpty) return null;
  return referrer.length <= maxReferrerLength
      ? referrer
      : referrer.substring(0, maxReferrerLength);
}

/// A time from Play in Unix seconds. Play returns 0 for an unknown time.
int? _playTime(int? value) {
  final time = seconds({'at': value}, 'at');
  return time == 0 ? null : time;
}

/// Text in the form of a short link. Other text is the user's private data.
String? _shortLinkIn(String? copied) {
  final url = copied?.trim() ?? '';
  final isShortLink =
      url.length <= maxClipboardLength && parseUrl(url)?.code != null;
  return isShortLink ? url : null;
}
