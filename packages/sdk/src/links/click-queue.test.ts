import { expect, it } from '@jest/globals'
import type { ClientParts } from '../client-parts.js'
import { platformRuntime } from '../platform/runtime.js'
import { createStore } from '../platform/store.js'
import { createClickQueue } from './click-queue.js'

const click = (key: string) => ({ code: 'SHOES', key, body: {} })

/** A queue on a storage with these waiting clicks, where the read of this number fails. */
function makeQueue(waiting: string[], failingRead: number) {
  const stored = new Map([['throughline.clicks', JSON.stringify(waiting.map(click))]])
  const sent: unknown[] = []
  let reads = 0
  const storage = {
    getItem: (name: string) => {
      reads += 1
      if (reads === failingRead) throw new Error('database is locked')
      return stored.get(name) ?? null
    },
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
  const parts = {
    store: createStore(storage, () => undefined, platformRuntime),
    log: () => undefined,
    api: (_method: string, _path: string, call: { key?: string } = {}) => {
      sent.push(call.key)
      return Promise.resolve({})
    },
  }
  const queue = createClickQueue(parts as unknown as ClientParts)
  const left = () =>
    (JSON.parse(stored.get('throughline.clicks') ?? '') as { key: string }[]).length
  return { queue, sent, left }
}

it('keeps waiting clicks when a read fails after one of them was sent', async () => {
  const { queue, sent, left } = makeQueue(['1', '2', '3'], 2)
  await queue.flush()
  await queue.flush()
  // The first one is sent again with the same key, which the service counts once.
  expect(sent).toEqual(['1', '1', '2', '3'])
  expect(left()).toBe(0)
})

it('keeps waiting clicks when a read fails while another click arrives', async () => {
  const { queue, sent } = makeQueue(['1', '2'], 1)
  await queue.add(click('3'))
  expect(sent).toEqual(['1', '2'])
})
