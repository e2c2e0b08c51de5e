import { beforeAll, describe, expect, it } from '@jest/globals'
import { findDart } from '@throughline/testkit/dart'
import { startDartPlayer, VECTORS_FOLDER } from './vectors/dart-player.js'
import { readVectorFiles } from './vectors/vector.js'

const dart = findDart()
// Without Dart this is reported as skipped. Get it with "node scripts/dart.mjs --version".
const describeOnDart = dart === null ? describe.skip : describe

interface Played {
  file: string
  name: string
  problems: string[]
}

describeOnDart('the Dart core, scripted', () => {
  const played = new Map<string, Played>()

  beforeAll(async () => {
    const player = startDartPlayer(String(dart), [VECTORS_FOLDER, '--json'])
    for (const one of (await player.rest()) as Played[]) played.set(`${one.file}: ${one.name}`, one)
    await player.end()
  }, 180_000)

  describe.each(readVectorFiles())('%s', (file, vectors) => {
    it.each(vectors.map(({ name }) => name))('%s', (name) => {
      expect(played.get(`${file}: ${name}`)?.problems).toEqual([])
    })
  })
})
