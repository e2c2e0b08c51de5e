import 'package:app_links/app_links.dart';

import '../core/adapters.dart';

/// The URLs that app_links receives, exactly as the system gave them.
final class AppLinksSource implements LinkSource {
  const AppLinksSource();

  @override
  Future<String?> getInitialUrl() => AppLinks().getInitialLinkString();

  // The stream of Uri objects would change the text of some URLs, and fail at
  // others.
  @override
  Stream<String> get urls => AppLinks().stringLinkStream;
}
