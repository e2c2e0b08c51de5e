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

  /// Returns null: the URL that started the app arrives through [urls].
  ///
  /// app_links emits it when the process first listens, and returns it for this
  /// call until the process ends. So it would open an old link again after a
  /// hot restart.
  @override
  Future<String?> getInitialUrl() async {
    await AppLinks().getInitialLinkString();
    return null;
  }

  @override
  Stream<String> get urls => _stream;
}

/// The URLs of another source that the app does not handle itself.
final class FilteredLinkSource implements LinkSource {
  const FilteredLinkSource(this._source, this._onUrl);

  final LinkSource _source;

  /// Returns true for a URL that the app handles.
  final bool Function(String url) _onUrl;

  @override
  Future<String?> getInitialUrl() async {
    final url = await _source.getInitialUrl();
    return url == null || _onUrl(url) ? null : url;
  }

  @override
  Stream<String> get urls => _source.urls.where((url) => !_onUrl(url));
}
