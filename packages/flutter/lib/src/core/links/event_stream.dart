import 'dart:async';

import '../link_event.dart';

/// Sends its last event immediately to each new listener.
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

  /// Calls all listeners before it returns.
  ///
  /// An error of a listener goes to the zone in which it listens.
  void emit(DynalinkEvent event) {
    _last = event;
    for (final listener in [..._listeners]) {
      listener.addSync(event);
    }
  }
}
