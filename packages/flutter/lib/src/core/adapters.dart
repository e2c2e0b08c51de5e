import 'dart:async';

/// What the SDK needs of a platform.
///
/// `Throughline.initialize` uses the plug-ins that this package depends on.
/// Pass other adapters in tests, or if an app has its own plug-ins.
final class Adapters {
  const Adapters({
    required this.storage,
    required this.links,
    required this.device,
    this.installReferrer,
    this.clipboard,
    this.fetch,
    this.runtime,
  });

  /// Stores ids, last known values and waiting calls.
  final KeyValueStorage storage;

  /// Supplies the links that open the app.
  final LinkSource links;

  /// Supplies facts of the device, for an install without a click token.
  final DeviceSource device;

  /// Supplies Google Play's install referrer; null where there is none.
  final InstallReferrerSource? installReferrer;

  /// Reads the clipboard at the first start; null if it is never read.
  final ClipboardSource? clipboard;

  /// Sends requests; by default an `HttpClient` of `dart:io`.
  final Fetch? fetch;

  /// The clock, random numbers and timers; replaced in tests only.
  final Runtime? runtime;

  /// Returns these adapters with the given ones replaced.
  Adapters copyWith({
    KeyValueStorage? storage,
    LinkSource? links,
    DeviceSource? device,
    InstallReferrerSource? installReferrer,
    ClipboardSource? clipboard,
    Fetch? fetch,
    Runtime? runtime,
  }) => Adapters(
    storage: storage ?? this.storage,
    links: links ?? this.links,
    device: device ?? this.device,
    installReferrer: installReferrer ?? this.installReferrer,
    clipboard: clipboard ?? this.clipboard,
    fetch: fetch ?? this.fetch,
    runtime: runtime ?? this.runtime,
  );
}

/// Stores texts by key, as `SharedPreferencesAsync` does.
abstract interface class KeyValueStorage {
  /// Returns null if the key has no value.
  Future<String?> getItem(String key);

  Future<void> setItem(String key, String value);

  Future<void> removeItem(String key);
}

/// Supplies the URLs that open the app.
abstract interface class LinkSource {
  /// Returns the URL that started the app, or null.
  Future<String?> getInitialUrl();

  /// The URLs that open the app while it runs, exactly as the system gave them.
  ///
  /// Listened to once per start. The initial URL may be among them.
  Stream<String> get urls;
}

/// Reads Google Play's install referrer.
abstract interface class InstallReferrerSource {
  /// Returns null if there is no referrer.
  ///
  /// An error counts as no referrer, and the service then decides without one,
  /// finally. So retry a temporary failure, within 5 seconds.
  Future<InstallReferrer?> getInstallReferrer();
}

/// A referrer with the times that Play's servers recorded.
final class InstallReferrer {
  const InstallReferrer(this.referrer, {this.installBeginAt, this.clickAt});

  /// The text exactly as Google Play gave it.
  final String? referrer;

  /// `installBeginTimestampServerSeconds`: Unix seconds, 0 if unknown.
  final int? installBeginAt;

  /// `referrerClickTimestampServerSeconds`: Unix seconds, 0 if unknown.
  final int? clickAt;
}

/// Reads the clipboard.
abstract interface class ClipboardSource {
  /// Returns null if the clipboard is empty or the user declined.
  ///
  /// The user has 60 seconds to respond to the system's prompt.
  Future<String?> getText();
}

/// Reads facts of the device.
abstract interface class DeviceSource {
  /// Returns null if no install can be reported, for example on a desktop.
  Future<Device?> getDevice();
}

/// The platforms whose installs are reported.
enum DevicePlatform { android, ios }

/// Facts of the device for an install report.
///
/// A value that is null, empty or 0 is omitted from the report.
final class Device {
  const Device({
    required this.platform,
    this.osVersion,
    this.model,
    this.screenWidth,
    this.screenHeight,
    this.pixelRatio,
    this.languages,
    this.timeZone,
    this.installedAt,
  });

  final DevicePlatform platform;

  /// The release such as `14` or `17.4`, never Android's API level.
  final String? osVersion;

  final String? model;

  /// Width of the whole screen in logical points.
  final double? screenWidth;

  /// Height of the whole screen in logical points.
  final double? screenHeight;

  final double? pixelRatio;

  /// BCP 47 tags, the preferred one first.
  final List<String>? languages;

  /// IANA name such as `Europe/Berlin`.
  final String? timeZone;

  /// When the app was installed, by the phone's clock.
  ///
  /// An app that was installed before a click was not installed by that click.
  final DateTime? installedAt;
}

/// The clock, random numbers and timers.
abstract interface class Runtime {
  DateTime now();

  /// Returns a number from 0 (inclusive) to 1 (exclusive).
  double random();

  Timer startTimer(Duration delay, void Function() run);
}

/// Sends one request and completes with the whole response.
///
/// Completes with an error if no response arrives.
typedef Fetch = Future<FetchResponse> Function(String url, FetchInit init);

/// The parts of a request besides its URL.
final class FetchInit {
  const FetchInit({
    required this.method,
    required this.headers,
    required this.aborted,
    this.body,
  });

  final String method;
  final Map<String, String> headers;

  /// JSON, or null.
  final String? body;

  /// Completes when the response is no longer needed.
  final Future<void> aborted;
}

/// The response to a request.
final class FetchResponse {
  const FetchResponse({
    required this.status,
    required this.headers,
    required this.body,
  });

  final int status;

  /// Values by name, in lower case.
  final Map<String, String> headers;

  final String body;
}
