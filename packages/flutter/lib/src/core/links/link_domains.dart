import 'dart:convert';

import '../client.dart';
import '../wire.dart';
import 'parse_url.dart';

const domainsCacheLimit = Duration(hours: 24);

/// Knows the hosts of the project.
///
/// They come from the app's options, else from the service's list, which is
/// requested once for all callers, and again after 24 h. Only exact names
/// count, because a subdomain may belong to someone else.
final class LinkDomains {
  LinkDomains(this._client);

  static const _cache = 'link_domains';

  final Client _client;
  Future<Object?>? _asking;

  /// Whether a host, in lower case and without port, serves project links.
  ///
  /// Throws if the list is needed and cannot be requested.
  Future<bool> serves(String host) async {
    if (_client.config.linkHosts.contains(host)) return true;
    final known =
        await _cached() ??
        await (_asking ??= _ask().whenComplete(() => _asking = null));
    return asList(known).any((listed) => hostOf('$listed') == host);
  }

  Future<Object?> _ask() async {
    final answer = await _client.api('GET', '/api/projects/link-domains');
    final at = _client.runtime.now().millisecondsSinceEpoch;
    await _client.store.set(_cache, jsonEncode({...answer, 'at': at}));
    return answer['data'];
  }

  Future<Object?> _cached() async {
    final stored = await _client.store.getJson(_cache);
    final cache = asObject(stored.value) ?? const {};
    final at = cache['at'];
    if (at is! num) return null;
    final age = _client.runtime.now().millisecondsSinceEpoch - at;
    // After the clock was set back, a list must not be kept forever.
    final isFresh = age >= 0 && age < domainsCacheLimit.inMilliseconds;
    return isFresh ? cache['data'] : null;
  }
}
