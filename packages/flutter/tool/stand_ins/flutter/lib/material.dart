import 'widgets.dart';

export 'widgets.dart';

class MaterialApp extends Widget {
  const MaterialApp({super.key, this.title, this.home}) : routerConfig = null;

  const MaterialApp.router({super.key, this.title, this.routerConfig})
    : home = null;

  final String? title;
  final Widget? home;
  final RouterConfig<Object>? routerConfig;
}

class Scaffold extends Widget {
  const Scaffold({
    super.key,
    this.appBar,
    this.body,
    this.floatingActionButton,
  });

  final AppBar? appBar;
  final Widget? body;
  final Widget? floatingActionButton;
}

class AppBar extends Widget {
  const AppBar({super.key, this.title});

  final Widget? title;
}

class FilledButton extends Widget {
  const FilledButton({super.key, required this.onPressed, required this.child});

  final VoidCallback? onPressed;
  final Widget? child;
}

class ListTile extends Widget {
  const ListTile({super.key, this.title, this.subtitle});

  final Widget? title;
  final Widget? subtitle;
}

class SwitchListTile extends Widget {
  const SwitchListTile({
    super.key,
    required this.value,
    required this.onChanged,
    this.title,
    this.subtitle,
  });

  final bool value;
  final ValueChanged<bool>? onChanged;
  final Widget? title;
  final Widget? subtitle;
}

abstract class ScaffoldMessenger {
  external static ScaffoldMessengerState of(BuildContext context);
}

abstract class ScaffoldMessengerState {
  void showSnackBar(SnackBar snackBar);
}

class SnackBar extends Widget {
  const SnackBar({super.key, required this.content});

  final Widget content;
}
