/// An attribution, as the queries return it.
final class AttributionResult {
  const AttributionResult({
    required this.dynaCode,
    required this.attributedAt,
    this.matched = true,
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
  });

  /// Always true, because the queries return null without a match.
  final bool matched;

  /// The link's short code.
  final String dynaCode;

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

  /// When the browser first saw [fbclid].
  final DateTime? fbclidCapturedAt;

  final DateTime attributedAt;
}

/// A campaign of the project.
final class Campaign {
  const Campaign({
    required this.id,
    required this.name,
    required this.status,
    required this.createdAt,
    required this.updatedAt,
    this.description,
    this.utmSource,
    this.utmMedium,
    this.utmCampaign,
    this.utmTerm,
    this.utmContent,
    this.startDate,
    this.endDate,
  });

  final int id;
  final String name;

  /// `draft`, `active`, `paused` or `archived`.
  final String status;

  final String? description;
  final String? utmSource;
  final String? utmMedium;
  final String? utmCampaign;
  final String? utmTerm;
  final String? utmContent;

  /// Midnight UTC of the first day.
  final DateTime? startDate;

  /// Midnight UTC of the last day.
  final DateTime? endDate;

  final DateTime createdAt;
  final DateTime updatedAt;
}

/// Clicks of a campaign.
final class CampaignStats {
  const CampaignStats({required this.totalClicks, required this.clicksPerDay});

  final int totalClicks;

  /// The last days of UTC, oldest first, including days without a click.
  final List<ClicksOfDay> clicksPerDay;
}

/// Clicks of one day.
final class ClicksOfDay {
  const ClicksOfDay({required this.date, required this.count});

  /// Midnight UTC.
  final DateTime date;

  final int count;
}

/// The values of a campaign that an update can remove.
enum CampaignField {
  description,
  utmSource,
  utmMedium,
  utmCampaign,
  utmTerm,
  utmContent,
  startDate,
  endDate,
}

/// The form that creates or updates a campaign.
///
/// [name] is required to create one. An update keeps fields that are null, and
/// clears those in [clear].
final class CreateCampaignForm {
  const CreateCampaignForm({
    this.name,
    this.status,
    this.description,
    this.utmSource,
    this.utmMedium,
    this.utmCampaign,
    this.utmTerm,
    this.utmContent,
    this.startDate,
    this.endDate,
    this.clear = const {},
  });

  final String? name;

  /// `draft`, `active`, `paused` or `archived`.
  final String? status;

  final String? description;
  final String? utmSource;
  final String? utmMedium;
  final String? utmCampaign;
  final String? utmTerm;
  final String? utmContent;

  /// The date is sent as shown, whether it is local or in UTC.
  final DateTime? startDate;

  /// The date is sent as shown, whether it is local or in UTC.
  final DateTime? endDate;

  /// Values that an update removes.
  final Set<CampaignField> clear;
}

/// The form that creates a short link.
final class CreateDynalinkForm {
  const CreateDynalinkForm({
    this.url,
    this.isDeepLink,
    this.iosUrl,
    this.androidUrl,
    this.fallbackUrl,
    this.campaignId,
    this.socialTitle,
    this.socialDescription,
    this.socialImage,
  });

  final String? url;

  /// Whether a phone opens the app; if false, the link is a plain redirect.
  final bool? isDeepLink;

  final String? iosUrl;
  final String? androidUrl;
  final String? fallbackUrl;
  final int? campaignId;

  /// Title of the preview in chats and social networks, up to 255 characters.
  final String? socialTitle;

  /// Text of the preview, up to 160 characters.
  final String? socialDescription;

  /// URL of the preview's image.
  final String? socialImage;
}
