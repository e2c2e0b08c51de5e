import '../link_event.dart';
import '../platform/store.dart';
import 'link_values.dart';

/// Stores an event's click ids and campaign.
///
/// A link without one does not erase an older one: what is kept is the last
/// known value.
Future<void> keepIds(Store store, DynalinkEvent event) async {
  for (final MapEntry(key: name, :value) in keptValues(event).entries) {
    if (value != null) await store.set(name, value);
  }
}

/// Stores the ids of an install's event.
///
/// Its click came before any link that was opened since, so a value is stored
/// only where there is none, or the one that the install told [offline] itself.
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
