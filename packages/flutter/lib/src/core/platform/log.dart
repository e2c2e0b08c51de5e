import '../options.dart';

/// Writes one line for the app's developer.
typedef Log = void Function(String line);

/// Wraps the app's logger so that no line holds the whole project key.
///
/// The key's first four and last two characters tell two keys apart.
Log createLog(Logger? logger, String publicKey) {
  final end = publicKey.substring(publicKey.length - 2);
  final masked = '${publicKey.substring(0, 4)}…$end';
  // People search for these lines, also in a release.
  // ignore: avoid_print
  final write = logger ?? print;
  return (line) => write(line.replaceAll(publicKey, masked));
}
