import 'dart:async';
import 'dart:convert';

import 'package:throughline_flutter/src/core/adapters.dart';

/// A platform whose storage is empty, and whose service has every link.
final class SmallPlatform
    implements
        KeyValueStorage,
        LinkSource,
        DeviceSource,
        InstallReferrerSource,
        ClipboardSource {
  SmallPlatform({
    this.initialUrl,
    this.device,
    this.referrer,
    this.clipboard,
    this.isOffline = false,
    this.latency = Duration.zero,
    this.runtime,
    StreamController<String>? links,
  }) : links = links ?? StreamController.broadcast();

  final String? initialUrl;
  final Device? device;
  final String? referrer;
  final String? clipboard;
  final bool isOffline;

  /// How long the service takes to respond.
  final Duration latency;
  final Runtime? runtime;
  final StreamController<String> links;

  /// Each request as `POST https://… {body}`.
  final requests = <String>[];

  late final adapters = Adapters(
    storage: this,
    links: this,
    device: this,
    installReferrer: this,
    clipboard: this,
    fetch: _fetch,
    runtime: runtime,
  );

  @override
  Future<String?> getInitialUrl() async => initialUrl;

  @override
  Stream<String> get urls => links.stream;

  @override
  Future<Device?> getDevice() async => device;

  @override
  Future<InstallReferrer?> getInstallReferrer() async =>
      InstallReferrer(referrer);

  @override
  Future<String?> getText() async => clipboard;

  @override
  Future<String?> getItem(String key) async => null;

  @override
  Future<void> setItem(String key, String value) async {}

  @override
  Future<void> removeItem(String key) async {}

  Future<FetchResponse> _fetch(String url, FetchInit init) async {
    requests.add('${init.method} $url ${init.body ?? ''}'.trim());
    if (latency > Duration.zero) await Future<void>.delayed(latency);
    if (isOffline) throw Exception('no network');
    final answer = {'code': 'A', 'actual_url': 'https://x.example/'};
    return FetchResponse(
      status: 200,
      headers: const {},
      body: jsonEncode({...answer, 'matched': false}),
    );
  }
}
