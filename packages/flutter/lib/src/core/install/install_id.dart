import '../platform/new_uuid.dart';
import '../platform/store.dart';
import '../platform/turns.dart';

/// Reads the install id, which is created once.
final class InstallId {
  InstallId(this._store);

  static const _installId = 'install_id';

  final Store _store;

  /// One reader at a time, so that two first readers get the same id.
  final _inTurn = Turns();

  /// The id. It is stored before it is returned.
  ///
  /// Null if the storage cannot be read, because a second id would count as a
  /// second install.
  Future<String?> call() => _inTurn(() async {
    final known = await _store.get(_installId);
    if (!known.isAbsent) return known.value;
    final id = newUuid();
    await _store.set(_installId, id);
    return id;
  });
}
