import 'dart:async';

import '../link_event.dart';

/// Hands its last event to each new listener at once.
final class EventStream {
  final _listeners = <MultiStreamController<DynalinkEvent>>{};
  DynalinkEvent? _last;

  bool get hasListener => _listeners.isNotEmpty;

  late final Stream<DynalinkEvent> stream = Stream.multi((listener) {
    _listeners.add(listener);
    listener.onCancel = () {
      _listeners.remove(listener);
    };
    final last = _last;
    if (last != null) listener.add(last);
  }, isBroadcast: true);

  /// Tells all listeners before it returns.
  ///
  /// What a listener throws goes to the zone in which it listens.
  void emit(DynalinkEvent event) {
    _last = event;
    for (final listener in [..._listeners]) {
      listener.addSync(event);
    }
  }
}
