import '../platform/new_uuid.dart';
import '../platform/store.dart';
import '../platform/turns.dart';

/// Reads the install id, which is made once.
final class InstallId {
  InstallId(this._store);

  static const _installId = 'install_id';

  final Store _store;

  /// One at a time: two first readers must get the same id.
  final _inTurn = Turns();

  /// The id, stored before anybody learns it.
  ///
  /// Null if the storage cannot be read: a second id would make a second
  /// install.
  Future<String?> call() => _inTurn(() async {
    final known = await _store.get(_installId);
    if (!known.isAbsent) return known.value;
    final id = newUuid();
    await _store.set(_installId, id);
    return id;
  });
}
