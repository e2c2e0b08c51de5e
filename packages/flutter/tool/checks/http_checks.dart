import 'dart:async';
import 'dart:convert';
import 'dart:io';

import 'package:throughline_flutter/src/core/adapters.dart';
import 'package:throughline_flutter/src/core/errors.dart';
import 'package:throughline_flutter/src/core/http/api.dart';
import 'package:throughline_flutter/src/core/http/io_fetch.dart';
import 'package:throughline_flutter/src/core/read_options.dart';

import '../vectors/virtual_time.dart';
import 'check.dart';

final Future<void> _never = Completer<void>().future;

FetchInit _init({String? body, Future<void>? aborted}) => FetchInit(
  method: 'POST',
  headers: const {'X-Project-Key': 'key', 'content-type': 'application/json'},
  body: body,
  aborted: aborted ?? _never,
);

/// Requests and responses over dart:io.
Future<void> checkHttp() async {
  await check('a request and its response are passed unchanged', () async {
    final server = await HttpServer.bind(InternetAddress.loopbackIPv4, 0);
    server.listen((request) async {
      final sent = await utf8.decodeStream(request);
      request.response
        ..statusCode = 201
        ..headers.set('Retry-After', '7')
        ..add(
          utf8.encode(
            '${request.method} ${request.uri} $sent '
            '${request.headers.value('x-project-key')} '
            '${request.headers.contentType} ${request.contentLength} '
            '${request.headers['user-agent']}',
          ),
        );
      await request.response.close();
    });
    final url = 'http://127.0.0.1:${server.port}/api/a%2Fb?c=%20';
    final answer = await ioFetch(url, _init(body: '{"a":"ü🌸"}'));
    await server.close(force: true);
    expectSame(answer.status, 201);
    expectSame(answer.headers['retry-after'], '7');
    expectSame(
      answer.body,
      'POST /api/a%2Fb?c=%20 {"a":"ü🌸"} key application/json 14 '
      // The service chooses a link's store by it.
      '[throughline_flutter (${Platform.operatingSystem})]',
    );
  });

  await check('invalid UTF-8 does not lose the response', () async {
    final answer = await _fetchRaw([0x61, 0xff, 0x62]);
    expectSame(answer.body, 'a\ufffdb');
  });

  await check('no connection is an error', () async {
    try {
      await ioFetch('http://127.0.0.1:1/', _init());
    } on SocketException {
      return;
    }
    throw 'did not fail';
  });

  await check('an endless response is an error, and is closed', () async {
    final server = await ServerSocket.bind(InternetAddress.loopbackIPv4, 0);
    final ended = Completer<void>();
    server.listen((socket) async {
      await _writeForEver(socket);
      ended.complete();
    });
    try {
      await ioFetch('http://127.0.0.1:${server.port}/', _init());
    } on HttpException catch (error) {
      await ended.future;
      await server.close();
      return expectSame(error.message, 'The answer is too long');
    }
    throw 'did not fail';
  });

  await _checkAbort('before its answer', '');
  await _checkAbort(
    'in the middle of its answer',
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{',
  );

  await check('a call that takes too long is aborted', () async {
    final time = VirtualTime(0, const []);
    var isAborted = false;
    final api = _api(time, (_, init) {
      init.aborted.then((_) => isAborted = true).ignore();
      return Completer<FetchResponse>().future;
    });
    final outcome = api('PUT', '/api/x').then<Object>(
      (answer) => answer,
      onError: (Object error) => error,
    );
    await null;
    await time.advance(const Duration(seconds: 10), () async {});
    expectSame(codeOf(await outcome), 'no_connection');
    expectSame(isAborted, true);
  });

  await check('an exception of fetch becomes an exception of the SDK', () async {
    for (final fault in [Exception('x'), StateError('x'), 'x']) {
      final api = _api(VirtualTime(0, const []), (_, _) => throw fault);
      try {
        await api('PUT', '/api/x');
      } on ThroughlineException catch (error) {
        expectSame(error.code, 'no_connection');
        continue;
      }
      throw 'did not fail';
    }
  });
}

Api _api(Runtime runtime, Fetch fetch) => Api(
  const Config(
    publicKey: 'key',
    scheme: 'service-x',
    baseUrl: 'https://api.example.com',
    linkHosts: [],
  ),
  runtime,
  fetch,
  onSuccess: (_) {},
);

Future<FetchResponse> _fetchRaw(List<int> body) async {
  final server = await ServerSocket.bind(InternetAddress.loopbackIPv4, 0);
  server.listen((socket) {
    socket.listen((_) {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n');
      socket.add(body);
    });
  });
  final answer = await ioFetch('http://127.0.0.1:${server.port}/', _init());
  await server.close();
  return answer;
}

/// Writes a response until the client stops reading.
Future<void> _writeForEver(Socket socket) async {
  socket.listen((_) {}, onError: (Object _) {});
  socket.done.ignore();
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  final part = List.filled(1 << 20, 0x61);
  try {
    for (;;) {
      socket.add(part);
      await socket.flush();
    }
  } on SocketException {
    socket.destroy();
  }
}

/// The server sees the connection end when the response is not needed.
Future<void> _checkAbort(String when, String answer) =>
    check('a request that is aborted $when ends its connection', () async {
      final server = await ServerSocket.bind(InternetAddress.loopbackIPv4, 0);
      final asked = Completer<void>();
      final ended = Completer<void>();
      server.listen((socket) {
        socket.listen(
          (_) {
            if (asked.isCompleted) return;
            socket.write(answer);
            asked.complete();
          },
          onDone: ended.complete,
          onError: (Object _) => ended.complete(),
        );
      });
      final aborted = Completer<void>();
      final url = 'http://127.0.0.1:${server.port}/';
      ioFetch(url, _init(aborted: aborted.future)).ignore();
      await asked.future;
      // Until the head of the response has arrived.
      await Future<void>.delayed(const Duration(milliseconds: 200));
      aborted.complete();
      await ended.future;
      await server.close();
    });
