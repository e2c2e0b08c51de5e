import 'dart:async';
import 'dart:convert';

import '../adapters.dart';
import '../errors.dart';
import '../platform/runtime.dart';
import '../read_options.dart';
import '../wire.dart';
import 'read_answer.dart';
import 'retry.dart';

const requestLimit = Duration(seconds: 10);

/// Sends every API call: key, time-out, and retries of repeatable calls.
final class Api {
  Api(this._config, this._runtime, this._fetch, {required this.onSuccess});

  final Config _config;
  final Runtime _runtime;
  final Fetch _fetch;

  /// Called with the path of each successful call.
  final void Function(String path) onSuccess;

  /// Returns the response's JSON.
  ///
  /// [path] starts with `/api`. The service runs a call with a
  /// [key] once, however often it is sent. [isRepeatable] marks a call that may
  /// be sent twice without one.
  ///
  /// Throws only a [ThroughlineException].
  Future<Wire> call(
    String method,
    String path, {
    Wire? body,
    String? key,
    bool isRepeatable = false,
  }) async {
    final headers = {
      'x-project-key': _config.publicKey,
      if (body != null) 'content-type': 'application/json',
      if (key != null) 'idempotency-key': key,
    };
    final json = body == null ? null : jsonEncode(body);
    Future<Wire> send() => _sendOnce(method, path, headers, json);
    final mayRepeat = method == 'GET' || key != null || isRepeatable;
    final answer = await (mayRepeat ? withRetries(_runtime, send) : send());
    onSuccess(path);
    return answer;
  }

  Future<Wire> _sendOnce(
    String method,
    String path,
    Map<String, String> headers,
    String? body,
  ) async {
    final aborted = Completer<void>();
    final init = FetchInit(
      method: method,
      headers: headers,
      body: body,
      aborted: aborted.future,
    );
    try {
      final answer = _fetch(_config.baseUrl + path, init);
      return readAnswer(await within(_runtime, answer, requestLimit));
    } on ThroughlineException {
      rethrow;
    } catch (error) {
      aborted.complete();
      throw ThroughlineException(ThroughlineErrorCode.noConnection, '$error');
    }
  }
}
