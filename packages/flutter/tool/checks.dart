// Checks what the vectors do not cover of the core: requests over dart:io,
// local days, the stream's listeners, the limits of an install's report, the
// one instance.
//
//   dart tool/checks.dart
//
// The last line is "N passed, N failed, N skipped".
import 'checks/call_checks.dart';
import 'checks/check.dart';
import 'checks/device_checks.dart';
import 'checks/http_checks.dart';
import 'checks/install_checks.dart';
import 'checks/platform_checks.dart';
import 'checks/stream_checks.dart';
import 'checks/throughline_checks.dart';

Future<void> main() async {
  await checkCalls();
  await checkDevice();
  await checkInstall();
  await checkStream();
  await checkPlatform();
  await checkThroughline();
  await checkHttp();
  await finish();
}
