import type { Adapters, Fetch } from '../../src/adapters.js'
import type { Given, Json } from './vector.js'
import type { VirtualTime } from './virtual-time.js'

/** What all starts of the app share. */
export interface Shared {
  /** The current values of the adapters, with placeholders filled in. */
  given: () => Given
  storage: Map<string, string>
  time: VirtualTime
  fetch: Fetch
}

/** The platform of one start of the app. */
export interface Platform {
  adapters: Adapters
  /** Passes URLs to the app. */
  open: (urls: readonly string[]) => void
  /** Stops everything: no more responses, timers, writes or requests. */
  kill: () => void
}

/** Creates a platform whose parts return the vector's values. */
export function createPlatform({ given, storage, time, fetch }: Shared): Platform {
  const listeners = new Set<(url: string) => void>()
  let isDead = false
  const alive = <Answer>(work: () => Promise<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      if (isDead) return
      void work().then(
        (answer) => isDead || resolve(answer),
        (error: unknown) => isDead || reject(error as Error),
      )
    })
  const tell = (name: 'initialUrl' | 'device' | 'installReferrer' | 'clipboard') =>
    alive(() => answerOf(given()[name] ?? null, time))
  const access = (name: string, act: () => Json) =>
    alive(() => {
      const fault = given().storageFaults?.[name] ?? { after: 0 }
      return answerOf(typeof fault === 'string' ? fault : { ...fault, answer: act() }, time)
    })
  return {
    kill: () => (isDead = true),
    open: (urls) => {
      for (const url of urls) for (const listener of [...listeners]) listener(url)
    },
    adapters: {
      storage: {
        getItem: (name) => access(name, () => storage.get(name) ?? null),
        setItem: (name, value) => access(name, () => void storage.set(name, value)),
        removeItem: (name) => access(name, () => void storage.delete(name)),
      },
      links: {
        getInitialUrl: () => tell('initialUrl'),
        subscribe: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      device: { getDevice: () => tell('device') },
      ...('installReferrer' in given() && {
        installReferrer: { getInstallReferrer: () => tell('installReferrer') },
      }),
      ...('clipboard' in given() && { clipboard: { getText: () => tell('clipboard') } }),
      fetch: (url, init) => alive(() => fetch(url, init)),
      runtime: {
        ...time.runtime,
        setTimeout: (run, delayMs) =>
          time.runtime.setTimeout(() => {
            if (!isDead) run()
          }, delayMs),
      },
    },
  }
}

/** A value, `fails`, `never`, or a value that comes `after` this many milliseconds. */
function answerOf(given: Json, { runtime }: VirtualTime): Promise<Json> {
  if (given === 'fails') return Promise.reject(new Error('the plug-in fails'))
  if (given === 'never') return new Promise(() => undefined)
  const { after, answer } = Object(given) as { after?: number; answer?: Json }
  if (after === undefined) return Promise.resolve(given)
  if (after === 0) return Promise.resolve(answer)
  return new Promise((resolve) => {
    runtime.setTimeout(() => {
      resolve(answer)
    }, after)
  })
}
