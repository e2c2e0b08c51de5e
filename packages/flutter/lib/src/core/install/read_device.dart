import '../adapters.dart';
import '../client.dart';
import '../wire.dart';

// The service's limits. A field beyond them would fail the whole report.
const maxOsVersionLength = 64;
const maxModelLength = 128;
const maxTimeZoneLength = 64;
const maxTagLength = 35;
const maxLanguages = 20;
const maxPoints = 20000;
const maxPixelRatio = 20;

/// Platform and device in the API's form; null if there is none.
Future<Wire?> readDevice(Client client) async {
  final device = await client.ask('device', client.adapters.device.getDevice);
  if (device == null) return null;
  final installedAt = device.installedAt;
  return {
    'platform': device.platform.name,
    'device': deviceFacts(device),
    if (installedAt != null) 'installed_at': isoTime(installedAt),
  };
}

/// The facts that the service accepts.
///
/// A platform returns 0 or nothing for an unknown value, which the service
/// rejects. An unusual value must not fail the install.
Wire deviceFacts(Device device) {
  final tags = [
    for (final tag in device.languages ?? const <String>[])
      if (_text(tag, maxTagLength) != null) tag,
  ];
  return withoutNulls({
    'os_version': _text(device.osVersion, maxOsVersionLength),
    'model': _text(device.model, maxModelLength),
    'screen_width': _length(device.screenWidth, maxPoints),
    'screen_height': _length(device.screenHeight, maxPoints),
    'pixel_ratio': _length(device.pixelRatio, maxPixelRatio),
    'languages': tags.isEmpty ? null : [...tags.take(maxLanguages)],
    'time_zone': _text(device.timeZone, maxTimeZoneLength),
  });
}

String? _text(String? value, int maxLength) {
  final isTaken =
      value != null && value.isNotEmpty && value.length <= maxLength;
  return isTaken ? value : null;
}

/// A whole number is sent as `390`, not as `390.0`.
num? _length(double? value, int max) {
  if (value == null || !(value > 0 && value <= max)) return null;
  return value % 1 == 0 ? value.toInt() : value;
}
