import 'dart:async';
import 'dart:convert';
import 'dart:io';

import '../adapters.dart';
import 'api.dart';

/// Far larger than any response of the service; a captive portal may never end.
const maxAnswerLength = 16 * 1024 * 1024;

/// Names the system, because a link without a URL leads to its visitor's
/// store. A connection must not be opened if its response is not needed.
final _client =
    HttpClient()
      ..userAgent = 'throughline_flutter (${Platform.operatingSystem})'
      ..connectionTimeout = requestLimit;

/// Sends a request with an `HttpClient` of `dart:io`.
Future<FetchResponse> ioFetch(String url, FetchInit init) async {
  final request = await _client.openUrl(init.method, Uri.parse(url));
  init.aborted.then((_) => request.abort()).ignore();
  init.headers.forEach(request.headers.set);
  final body = init.body;
  if (body != null) {
    final bytes = utf8.encode(body);
    request.contentLength = bytes.length;
    request.add(bytes);
  }
  final response = await request.close();
  final headers = <String, String>{};
  response.headers.forEach((name, values) => headers[name] = values.join(', '));
  return FetchResponse(
    status: response.statusCode,
    headers: headers,
    body: await _readBody(response, init.aborted),
  );
}

Future<String> _readBody(HttpClientResponse response, Future<void> aborted) {
  final body = Completer<String>();
  final text = StringBuffer();
  late final StreamSubscription<String> reading;
  reading = const Utf8Decoder(allowMalformed: true)
      .bind(response)
      .listen(
        (part) {
          text.write(part);
          if (text.length <= maxAnswerLength) return;
          reading.cancel().ignore();
          body.completeError(const HttpException('The answer is too long'));
        },
        onError: body.completeError,
        onDone: () => body.complete('$text'),
        cancelOnError: true,
      );
  // A request whose response has begun can no longer be aborted.
  aborted.then((_) => reading.cancel()).ignore();
  return body.future;
}
