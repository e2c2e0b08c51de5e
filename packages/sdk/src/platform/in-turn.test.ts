import { describe, expect, it } from '@jest/globals'
import { createTurns } from './in-turn.js'

describe('inTurn', () => {
  it('starts each task after the previous one has ended', async () => {
    const inTurn = createTurns()
    const seen: string[] = []
    const endings: (() => void)[] = []
    const first = inTurn(async () => {
      await new Promise<void>((resolve) => endings.push(resolve))
      seen.push('first ended')
    })
    const second = inTurn(() => Promise.resolve(seen.push('second began')))
    await Promise.resolve()
    for (const end of endings) end()
    await Promise.all([first, second])
    expect(seen).toEqual(['first ended', 'second began'])
  })

  it("continues after a task that throws, and rejects that task's caller only", async () => {
    const inTurn = createTurns()
    const first = inTurn(() => Promise.reject(new Error('a logger that throws')))
    const second = inTurn(() => Promise.resolve('done'))
    await expect(first).rejects.toThrow('a logger that throws')
    expect(await second).toBe('done')
  })
})
