import 'package:app_links/app_links.dart';

import '../core/adapters.dart';

/// The URLs that app_links receives, exactly as the system gave them.
final class AppLinksSource implements LinkSource {
  const AppLinksSource();

  /// The stream of app_links, listened to until the isolate ends.
  ///
  /// When its last listener leaves, app_links ends the stream a little later,
  /// also for one that began to listen in between. A stream of Uri objects
  /// would change the text of some URLs, and fail at others.
  static final _stream = AppLinks().stringLinkStream.asBroadcastStream();

  static final _handedOver = <String>{};

  /// app_links answers its first link again for as long as the engine lives.
  ///
  /// A second start in the same isolate must not open that link again.
  @override
  Future<String?> getInitialUrl() async {
    final url = await AppLinks().getInitialLinkString();
    return url != null && _handedOver.add(url) ? url : null;
  }

  @override
  Stream<String> get urls => _stream.map((url) {
    _handedOver.add(url);
    return url;
  });
}
