import 'dart:async';

import '../options.dart';

/// Writes one line for the app's developer.
typedef Log = void Function(String line);

/// Wraps the app's logger so that no line holds the whole project key.
///
/// What the logger throws goes to the zone, as with a listener of the stream.
/// The key's first four and last two characters tell two keys apart.
Log createLog(Logger? logger, String publicKey) {
  final end = publicKey.substring(publicKey.length - 2);
  final masked = '${publicKey.substring(0, 4)}…$end';
  // People search for these lines, also in a release.
  // ignore: avoid_print
  final write = logger ?? print;
  return (line) {
    try {
      write(line.replaceAll(publicKey, masked));
    } catch (error, trace) {
      // A fault of the app's logger must cost no link and no install.
      Zone.current.handleUncaughtError(error, trace);
    }
  };
}
