import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { capacitorLinks, type CapacitorAppPlugin } from './capacitor-links.js'

const FIRST = 'https://acme.links.example/FIRST'
const SECOND = 'https://acme.links.example/SECOND'

const own = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
const setSession = (session: PropertyDescriptor) =>
  Object.defineProperty(globalThis, 'sessionStorage', { ...session, configurable: true })

/** The state that a web view keeps when it reloads. */
const items = new Map<string, string>()

beforeEach(() => {
  items.clear()
  setSession({
    value: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    },
  })
})

afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'sessionStorage', own)
  else Reflect.deleteProperty(globalThis, 'sessionStorage')
})

/** Starts the scripts of a web view; `tell` emits the plugin's event. */
function begin(launchUrl: string | undefined) {
  const told: string[] = []
  const listeners = new Set<(event: { url: string }) => void>()
  const links = capacitorLinks({
    getLaunchUrl: () => Promise.resolve(launchUrl === undefined ? undefined : { url: launchUrl }),
    addListener(_name, listener) {
      listeners.add(listener)
      return Promise.resolve({ remove: () => Promise.resolve(void listeners.delete(listener)) })
    },
  })
  links.subscribe((url) => told.push(url))
  const tell = (url: string) => listeners.forEach((listener) => listener({ url }))
  return { links, told, tell }
}

describe('after a reload of the web view', () => {
  it('does not repeat the link that started the app', async () => {
    expect(await begin(FIRST).links.getInitialUrl()).toBe(FIRST)
    expect(await begin(FIRST).links.getInitialUrl()).toBeNull()
  })

  it.each([
    ['Android answers the first one', FIRST],
    ['iOS answers the last one', SECOND],
  ])('does not emit it if another link came since: %s', async (_name, launchUrl) => {
    const before = begin(FIRST)
    await before.links.getInitialUrl()
    before.tell(SECOND)
    expect(before.told).toEqual([SECOND])
    expect(await begin(launchUrl).links.getInitialUrl()).toBeNull()
  })

  it('emits the same link when it is opened again', async () => {
    await begin(FIRST).links.getInitialUrl()
    const after = begin(FIRST)
    after.tell(FIRST)
    expect(after.told).toEqual([FIRST])
  })

  it('emits it again where nothing can be stored', async () => {
    for (const session of [
      { value: undefined },
      {
        get: () => {
          throw new Error('SecurityError')
        },
      },
    ]) {
      setSession(session)
      expect(await begin(FIRST).links.getInitialUrl()).toBe(FIRST)
      expect(await begin(FIRST).links.getInitialUrl()).toBe(FIRST)
    }
  })
})

it('emits the same link after a restart of the app', async () => {
  await begin(FIRST).links.getInitialUrl()
  items.clear()
  expect(await begin(FIRST).links.getInitialUrl()).toBe(FIRST)
})

describe('a plugin that does not accept listeners', () => {
  const refusals: [string, CapacitorAppPlugin['addListener']][] = [
    ['by a rejection', () => Promise.reject(new Error('not implemented'))],
    [
      'by throwing',
      () => {
        throw new Error('not implemented')
      },
    ],
  ]

  // An unhandled rejection fails the test.
  it.each(refusals)('%s does not throw', async (_name, addListener) => {
    const links = capacitorLinks({ getLaunchUrl: () => Promise.resolve(undefined), addListener })
    links.subscribe(() => undefined)
    await new Promise(setImmediate)
    expect(await links.getInitialUrl()).toBeNull()
  })

  it.each(refusals)('%s leaves nothing to remove', async (_name, addListener) => {
    const links = capacitorLinks({ getLaunchUrl: () => Promise.resolve(undefined), addListener })
    expect(links.subscribe(() => undefined)).not.toThrow()
    await new Promise(setImmediate)
  })
})
