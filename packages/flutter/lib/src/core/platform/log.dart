import 'dart:async';

import '../options.dart';

/// Writes one line for the app's developer.
typedef Log = void Function(String line);

/// Wraps the app's logger so that no line contains the whole project key.
///
/// An error of the logger goes to the zone, as with a listener of the stream.
/// The key's first four and last two characters are shown.
Log createLog(Logger? logger, String publicKey) {
  final end = publicKey.substring(publicKey.length - 2);
  final masked = '${publicKey.substring(0, 4)}…$end';
  // Developers search for these lines, also in a release.
  // ignore: avoid_print
  final write = logger ?? print;
  return (line) {
    try {
      write(line.replaceAll(publicKey, masked));
    } catch (error, trace) {
      // An error of the app's logger must not cost a link or an install.
      Zone.current.handleUncaughtError(error, trace);
    }
  };
}
