/// How a link reached the app.
enum LinkEventSource {
  /// The app's own scheme, opened by the landing page.
  loadingPage('loading_page'),

  /// An https link that the system gave to the app.
  verifiedLink('verified_link'),

  /// The first start after an install.
  install('install');

  const LinkEventSource(this.text);

  /// The source as all Throughline SDKs write it.
  final String text;
}

/// A link that was opened.
final class DynalinkEvent {
  const DynalinkEvent({
    required this.actualUrl,
    required this.source,
    this.code,
    this.campaignId,
    this.campaignName,
    this.utmSource,
    this.utmMedium,
    this.utmCampaign,
    this.utmTerm,
    this.utmContent,
    this.gclid,
    this.gbraid,
    this.fbclid,
    this.ttclid,
    this.twclid,
    this.liFatId,
    this.fbclidCapturedAt,
    this.attributedAt,
  });

  /// The destination in the app, or `''` if the link has none.
  ///
  /// The path of the incoming URL is never a route.
  final String actualUrl;

  final LinkEventSource source;

  /// The link's short code.
  final String? code;

  final int? campaignId;
  final String? campaignName;
  final String? utmSource;
  final String? utmMedium;
  final String? utmCampaign;
  final String? utmTerm;
  final String? utmContent;
  final String? gclid;
  final String? gbraid;
  final String? fbclid;
  final String? ttclid;
  final String? twclid;
  final String? liFatId;

  /// When the browser first saw [fbclid]; null if its source gave no time.
  final DateTime? fbclidCapturedAt;

  /// When the install was attributed, by the service's clock.
  final DateTime? attributedAt;

  /// Whether [campaignId] is known.
  bool get hasCampaign => campaignId != null;

  /// Whether any ad network's click id is known.
  bool get hasClickIds =>
      gclid != null ||
      gbraid != null ||
      fbclid != null ||
      ttclid != null ||
      twclid != null ||
      liFatId != null;

  @override
  String toString() => 'DynalinkEvent(${source.text}, $actualUrl)';
}
