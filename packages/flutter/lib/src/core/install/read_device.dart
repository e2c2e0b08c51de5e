import '../adapters.dart';
import '../client.dart';
import '../wire.dart';

// What the service takes: one field beyond it costs the whole report.
const maxOsVersionLength = 64;
const maxModelLength = 128;
const maxTimeZoneLength = 64;
const maxTagLength = 35;
const maxLanguages = 20;
const maxPoints = 20000;
const maxPixelRatio = 20;

/// Platform and device as the service takes them; null if there is none.
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

/// The facts that the service takes.
///
/// A platform gives 0 or nothing for what it does not know, which the service
/// refuses: one odd value must not cost an install.
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

/// A whole length is sent as `390`, not as `390.0`.
num? _length(double? value, int max) {
  if (value == null || !(value > 0 && value <= max)) return null;
  return value % 1 == 0 ? value.toInt() : value;
}
