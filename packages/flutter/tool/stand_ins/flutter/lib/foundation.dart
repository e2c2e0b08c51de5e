const bool kDebugMode = true;

enum TargetPlatform { android, fuchsia, iOS, linux, macOS, windows }

TargetPlatform get defaultTargetPlatform =>
    debugDefaultTargetPlatformOverride ?? TargetPlatform.android;

TargetPlatform? debugDefaultTargetPlatformOverride;

typedef VoidCallback = void Function();
typedef ValueChanged<T> = void Function(T value);

abstract class Key {}
