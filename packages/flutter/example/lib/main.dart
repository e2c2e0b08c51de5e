import 'package:flutter/material.dart';
import 'package:throughline_flutter/throughline_flutter.dart';

Future<void> main() async {
  await Throughline.initialize(
    publicKey: const String.fromEnvironment('THROUGHLINE_PUBLIC_KEY'),
    projectId: const String.fromEnvironment('THROUGHLINE_PROJECT_ID'),
  );
  runApp(const ExampleApp());
}

class ExampleApp extends StatelessWidget {
  const ExampleApp({super.key});

  @override
  Widget build(BuildContext context) => MaterialApp(
    title: 'Throughline',
    home: Scaffold(
      appBar: AppBar(title: const Text('The last link')),
      body: StreamBuilder<DynalinkEvent>(
        stream: Throughline.instance.dynamicLinkStream,
        builder: (context, snapshot) => EventPage(event: snapshot.data),
      ),
    ),
  );
}

/// Shows the last link event, and makes two calls of the service.
class EventPage extends StatelessWidget {
  const EventPage({super.key, required this.event});

  final DynalinkEvent? event;

  @override
  Widget build(BuildContext context) => ListView(
    padding: const EdgeInsets.all(16),
    children: [
      for (final MapEntry(key: name, :value) in _facts(event).entries)
        ListTile(title: Text(name), subtitle: Text('${value ?? '–'}')),
      FilledButton(
        onPressed: () => _show(context, _createLink),
        child: const Text('Create a link'),
      ),
      FilledButton(
        onPressed: () => _show(context, _allowMatching),
        child: const Text('Allow the install to be matched'),
      ),
    ],
  );
}

Map<String, Object?> _facts(DynalinkEvent? event) {
  if (event == null) return {'No link yet': 'Open one of your short links'};
  return {
    'actualUrl': event.actualUrl,
    'source': event.source.text,
    'code': event.code,
    'campaignName': event.campaignName,
    'utmSource': event.utmSource,
    'gclid': event.gclid,
    'fbclid': event.fbclid,
    'attributedAt': event.attributedAt,
  };
}

Future<String> _createLink() => Throughline.instance.createShortenedLink(
  const CreateDynalinkForm(url: 'https://shop.example/shoes', isDeepLink: true),
);

Future<String> _allowMatching() async {
  await Throughline.instance.setConsent(true);
  return 'Allowed';
}

Future<void> _show(
  BuildContext context,
  Future<String> Function() call,
) async {
  final messenger = ScaffoldMessenger.of(context);
  try {
    messenger.showSnackBar(SnackBar(content: Text(await call())));
  } on ThroughlineException catch (error) {
    messenger.showSnackBar(SnackBar(content: Text('$error')));
  }
}
