/// Runs tasks one after the other.
///
/// Each begins when the previous one has ended, whether or not it failed.
final class Turns {
  Future<void> _last = Future.value();

  Future<T> call<T>(Future<T> Function() work) {
    final turn = _last.then((_) => work());
    _last = turn.then((_) {}, onError: (Object _) {});
    return turn;
  }
}
