import 'foundation.dart';

export 'foundation.dart' show Key, TargetPlatform, ValueChanged, VoidCallback;

class Locale {
  const Locale(this.languageCode, [this.countryCode]);

  final String languageCode;
  final String? countryCode;

  String toLanguageTag() =>
      countryCode == null ? languageCode : '$languageCode-$countryCode';
}

class Size {
  const Size(this.width, this.height);

  static const zero = Size(0, 0);

  final double width;
  final double height;

  bool get isEmpty => width <= 0 || height <= 0;

  Size operator /(double operand) => Size(width / operand, height / operand);
}

abstract class Display {
  Size get size;
  double get devicePixelRatio;
}

abstract class FlutterView {
  Size get physicalSize;
  double get devicePixelRatio;
  Display get display;
}

abstract class PlatformDispatcher {
  List<Locale> get locales;
  Iterable<Display> get displays;
  FlutterView? get implicitView;
}

abstract class WidgetsBinding {
  static WidgetsBinding? _instance;

  static WidgetsBinding get instance => _instance!;

  /// Not in Flutter: the stand-in of flutter_test sets it.
  static set instance(WidgetsBinding binding) => _instance = binding;

  PlatformDispatcher get platformDispatcher;
}

abstract class WidgetsFlutterBinding {
  static WidgetsBinding ensureInitialized() => WidgetsBinding.instance;
}

external void runApp(Widget app);

abstract class BuildContext {
  bool get mounted;
}

abstract class Widget {
  const Widget({this.key});

  final Key? key;
}

abstract class StatelessWidget extends Widget {
  const StatelessWidget({super.key});

  Widget build(BuildContext context);
}

abstract class StatefulWidget extends Widget {
  const StatefulWidget({super.key});

  State<StatefulWidget> createState();
}

abstract class State<T extends StatefulWidget> {
  external T get widget;
  external BuildContext get context;
  external bool get mounted;
  external void initState();
  external void dispose();
  external void setState(VoidCallback change);
  Widget build(BuildContext context);
}

enum ConnectionState { none, waiting, active, done }

abstract class AsyncSnapshot<T> {
  T? get data;
  Object? get error;
  bool get hasData;
  bool get hasError;
  ConnectionState get connectionState;
}

typedef AsyncWidgetBuilder<T> =
    Widget Function(BuildContext context, AsyncSnapshot<T> snapshot);

class StreamBuilder<T> extends Widget {
  const StreamBuilder({
    super.key,
    this.initialData,
    required this.stream,
    required this.builder,
  });

  final T? initialData;
  final Stream<T>? stream;
  final AsyncWidgetBuilder<T> builder;
}

class FutureBuilder<T> extends Widget {
  const FutureBuilder({
    super.key,
    required this.future,
    this.initialData,
    required this.builder,
  });

  final Future<T>? future;
  final T? initialData;
  final AsyncWidgetBuilder<T> builder;
}

class EdgeInsets {
  const EdgeInsets.all(double value) : top = value;

  final double top;
}

class Text extends Widget {
  const Text(this.data, {super.key});

  final String data;
}

class Column extends Widget {
  const Column({super.key, this.children = const []});

  final List<Widget> children;
}

class ListView extends Widget {
  const ListView({super.key, this.padding, this.children = const []});

  final EdgeInsets? padding;
  final List<Widget> children;
}

class Padding extends Widget {
  const Padding({super.key, required this.padding, this.child});

  final EdgeInsets padding;
  final Widget? child;
}

abstract class RouterConfig<T> {}
