/// Helpers that replay entry paths against the real service.
///
/// They stand apart from the main library, so that a release need not ship
/// them.
library;

export 'src/core/debug.dart' show DebugHelpers, debugHelpers;
