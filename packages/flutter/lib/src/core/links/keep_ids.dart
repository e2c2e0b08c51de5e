import '../link_event.dart';
import '../platform/store.dart';
import 'link_values.dart';

/// Stores an event's click ids and campaign.
///
/// A link without an id does not erase an older one, because the stored value
/// is the last known one.
Future<void> keepIds(Store store, DynalinkEvent event) async {
  for (final MapEntry(key: name, :value) in keptValues(event).entries) {
    if (value != null) await store.set(name, value);
  }
}

/// Stores the ids of an install's event.
///
/// Its click is older than any link that was opened since. So a value is
/// stored only if there is none, or if the [offline] event stored it.
Future<void> keepIdsOfInstall(
  Store store,
  DynalinkEvent event, {
  required DynalinkEvent? offline,
}) async {
  final told =
      offline == null ? const <String, String?>{} : keptValues(offline);
  for (final MapEntry(key: name, :value) in keptValues(event).entries) {
    if (value == null) continue;
    final stored = await store.get(name);
    final isOwn = stored.isKnown && stored.value == told[name];
    if (stored.isAbsent || isOwn) await store.set(name, value);
  }
}
