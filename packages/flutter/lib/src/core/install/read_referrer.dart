import '../links/link_values.dart';
import '../links/parse_url.dart';

/// The form of ad networks' ids. The service accepts no others in a referrer.
final _clickId = RegExp(r'^[!-~]{1,512}$');

/// The parameters of Play's referrer, which some phones return still encoded.
///
/// Invalid click ids are omitted.
Map<String, String> readReferrer(String referrer) {
  final query = referrer.contains('=') ? referrer : decode(referrer);
  return {
    for (final MapEntry(key: name, :value) in parseQuery(query).entries)
      if (!countedClickIdNames.contains(name) || _clickId.hasMatch(value))
        name: value,
  };
}
