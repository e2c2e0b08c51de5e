import 'package:flutter/services.dart';

import '../core/adapters.dart';

/// The system's clipboard. iOS asks the user first.
final class SystemClipboard implements ClipboardSource {
  const SystemClipboard();

  @override
  Future<String?> getText() async {
    final data = await Clipboard.getData(Clipboard.kTextPlain);
    return data?.text;
  }
}
