import { expect, it } from '@jest/globals'
import { findDart } from '@throughline/testkit/dart'
import { runDartChecks } from './vectors/dart-player.js'

const dart = findDart()
// Without Dart this is reported as skipped. Get it with "node scripts/dart.mjs --version".
const itOnDart = dart === null ? it.skip : it

itOnDart(
  'the Dart core does right what no vector sees: dart:io, listeners, limits of a device',
  async () => {
    expect(await runDartChecks(String(dart))).toMatch(/^\d+ passed, 0 failed, 0 skipped$/)
  },
  180_000,
)
