import 'dart:convert';

import 'package:throughline_flutter/src/core/adapters.dart';
import 'package:throughline_flutter/src/core/http/io_fetch.dart';

import 'placeholders.dart';
import 'run_vector.dart';

/// A server that sends the script's responses, whatever the request.
final class ScriptedWorld implements World {
  ScriptedWorld(Json vector) : values = {..._values, ..._campaigns(vector)};

  static final _start = DateTime.utc(2026, 3, 1, 9, 30).millisecondsSinceEpoch;

  static final Values _values = {
    'project_id': '0d3c1f9e-5b7a-4c1e-9b1f-2a6f1d0e7c55',
    'project_key': '1a2b3c4d-0000-4000-8000-00000000009f',
    'masked_key': '1a2b…9f',
    'wrong_key': '9c9c9c9c-0000-4000-8000-000000000000',
    'masked_wrong_key': '9c9c…00',
    'link_host': 'acme.links.example',
    'click_token': 'a-click-token',
    'address': '203.0.113.5',
    'today': '2026-03-01',
    'custom_domain': 'go.acme.example',
    'now_ms': _start,
    'tomorrow_ms': _start + const Duration(days: 1).inMilliseconds,
  };

  static Values _campaigns(Json vector) {
    final server = vector['server'] as Json? ?? const {};
    final campaigns = server['campaigns'] as List<Object?>? ?? const [];
    return {
      for (final (index, campaign) in campaigns.indexed)
        'campaign:${(campaign as Json)['ref']}': index + 41,
    };
  }

  @override
  final Values values;

  @override
  int get startedAt => _start;

  @override
  Future<FetchResponse?> exchange(
    Json sent,
    FetchInit init,
    Json? scripted,
  ) async {
    final response = scripted?['response'] ?? 'no_connection';
    if (response == 'no_answer') return null;
    if (response is! Json) throw Exception('Network request failed');
    final headers = response['headers'] as Json? ?? const {};
    final body = fillAll(response['body'] ?? const {}, values);
    return FetchResponse(
      status: response['status'] as int,
      headers: headers.cast(),
      body: response['text'] as String? ?? jsonEncode(body),
    );
  }
}

/// A real API, called over dart:io as an app does.
final class ApiWorld implements World {
  ApiWorld(this._url, this.values, this.startedAt);

  /// A port on which nothing listens, as on a phone without a network.
  static const _nobody = 'http://127.0.0.1:1';

  final String _url;

  @override
  final Values values;

  @override
  final int startedAt;

  /// The response to each request: `sent`, `status`, `body`.
  final answered = <Json>[];

  /// Where the service's response differs from the script.
  final problems = <String>[];

  @override
  Future<FetchResponse?> exchange(
    Json sent,
    FetchInit init,
    Json? scripted,
  ) async {
    final script = scripted?['response'];
    final base = script == 'no_connection' ? _nobody : _url;
    final response = await ioFetch(
      '$base${sent['path']}',
      FetchInit(
        method: init.method,
        // The SDK's address is the vector's own, as a proxy reports it.
        headers: {...init.headers, 'x-forwarded-for': '${values['address']}'},
        body: init.body,
        aborted: init.aborted,
      ),
    );
    final body = response.body.isEmpty ? null : jsonDecode(response.body);
    final actual = {'status': response.status, 'body': body};
    answered.add({'sent': sent, ...actual});
    if (script is Json) {
      // A script may omit fields of a response; the fields that it has must be
      // those of the service.
      final expected = pickFilled(script, const ['status', 'body'], values);
      final at = 'answer of ${sent['method']} ${sent['path']}';
      problems.addAll(differences(expected, actual, at: at, isPartial: true));
    }
    return response;
  }
}

/// Some fields with the values of this run.
Json pickFilled(Json object, List<String> names, Values values) => {
  for (final name in names)
    if (object.containsKey(name)) name: fill(object[name], values),
};
