import 'package:flutter/widgets.dart';

class GoRouter implements RouterConfig<Object> {
  external GoRouter({required List<RouteBase> routes, String? initialLocation});

  external void go(String location, {Object? extra});
  external Future<T?> push<T extends Object?>(String location, {Object? extra});
}

abstract class RouteBase {}

typedef GoRouterWidgetBuilder =
    Widget Function(BuildContext context, GoRouterState state);

class GoRoute extends RouteBase {
  external GoRoute({
    required String path,
    String? name,
    GoRouterWidgetBuilder? builder,
    List<RouteBase> routes,
  });
}

abstract class GoRouterState {
  Map<String, String> get pathParameters;
  Uri get uri;
}
