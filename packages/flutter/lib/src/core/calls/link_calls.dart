import '../http/api.dart';
import '../platform/new_uuid.dart';
import '../records.dart';
import '../wire.dart';

/// Creates a short link and returns its URL.
///
/// Throws a `ThroughlineException`.
Future<String> createLink(Api api, CreateDynalinkForm form) async {
  final body = withoutNulls({
    'url': form.url,
    'is_deep_link': form.isDeepLink,
    'ios_url': form.iosUrl,
    'android_url': form.androidUrl,
    'fallback_url': form.fallbackUrl,
    'campaign_id': form.campaignId,
    'social_title': form.socialTitle,
    'social_description': form.socialDescription,
    'social_image': form.socialImage,
  });
  final link = await api('POST', '/api/links', body: body, key: newUuid());
  return present(text(link, 'short_url'));
}
