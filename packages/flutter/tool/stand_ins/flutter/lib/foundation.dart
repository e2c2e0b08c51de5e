enum TargetPlatform { android, fuchsia, iOS, linux, macOS, windows }

external TargetPlatform get defaultTargetPlatform;

TargetPlatform? debugDefaultTargetPlatformOverride;

typedef VoidCallback = void Function();
typedef ValueChanged<T> = void Function(T value);

const bool kDebugMode = true;

abstract class Key {}
