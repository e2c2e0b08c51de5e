/// Helpers that replay entry paths against the real service.
///
/// They are in a separate library, so that a release need not contain
/// them.
library;

export 'src/core/debug.dart' show DebugHelpers, debugHelpers;
