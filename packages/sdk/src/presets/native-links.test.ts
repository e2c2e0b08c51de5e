import { describe, expect, it } from '@jest/globals'
import { nativeLinks } from './native-links.js'
import type { AppStateModule } from './native-modules.js'

const FIRST = 'https://acme.links.example/FIRST'
const SECOND = 'https://acme.links.example/SECOND'

/** An app's activity: its URL is returned while the activity exists, as on Android. */
function phone({ hasAppState = true } = {}) {
  const told: string[] = []
  const urlListeners = new Set<(event: { url: string }) => void>()
  const stateListeners = new Set<(state: string) => void>()
  let isScreenOn = false
  let activityUrl: string | null = null
  let waiting: ((url: string | null) => void)[] = []
  const change = (state: string) => stateListeners.forEach((listener) => listener(state))
  const appState: AppStateModule = {
    addEventListener(_type, listener) {
      stateListeners.add(listener)
      return { remove: () => void stateListeners.delete(listener) }
    },
  }
  const links = nativeLinks(
    {
      getInitialURL: () =>
        isScreenOn
          ? Promise.resolve(activityUrl)
          : new Promise((resolve) => {
              waiting.push(resolve)
            }),
      addEventListener(_type, listener) {
        urlListeners.add(listener)
        return { remove: () => void urlListeners.delete(listener) }
      },
    },
    hasAppState ? appState : undefined,
  )
  return {
    links,
    told,
    subscribe: () => links.subscribe((url) => told.push(url)),
    /** A new activity comes to the front. */
    async startActivity(url: string | null) {
      activityUrl = url
      isScreenOn = true
      waiting.forEach((resolve) => resolve(url))
      waiting = []
      change('active')
      await settle()
    },
    /** The same activity, opened from the recent apps or by a link; some libraries keep the link as its URL. */
    async comeBack(url?: string, { isKept = false } = {}) {
      if (url !== undefined) urlListeners.forEach((listener) => listener({ url }))
      if (url !== undefined && isKept) activityUrl = url
      change('active')
      await settle()
    },
    leave: () => change('background'),
    listeners: () => urlListeners.size + stateListeners.size,
  }
}

const settle = () => new Promise(setImmediate)

describe('on Android', () => {
  it('emits a link to an app whose process started without a screen, however late', async () => {
    const app = phone({ hasAppState: false })
    app.subscribe()
    await settle()
    expect(app.told).toEqual([])
    await app.startActivity(FIRST)
    expect(app.told).toEqual([FIRST])
  })

  it('emits links to an app whose activity ended while its JavaScript ran on', async () => {
    const app = phone()
    app.subscribe()
    await app.startActivity(null)
    app.leave()
    await app.startActivity(FIRST)
    app.leave()
    await app.startActivity(SECOND)
    app.leave()
    await app.startActivity(null)
    app.leave()
    await app.startActivity(SECOND)
    expect(app.told).toEqual([FIRST, SECOND, SECOND])
  })

  it('emits a link that came as an event again with a new activity', async () => {
    const app = phone()
    app.subscribe()
    await app.startActivity(null)
    await app.comeBack(FIRST)
    app.leave()
    await app.startActivity(FIRST)
    expect(app.told).toEqual([FIRST, FIRST])
  })

  it('emits nothing when the user only returns to the app', async () => {
    const app = phone()
    app.subscribe()
    await app.startActivity(FIRST)
    app.leave()
    await app.comeBack()
    app.leave()
    await app.comeBack()
    expect(app.told).toEqual([FIRST])
  })

  it('emits a link once where a library sets it on the activity', async () => {
    const app = phone()
    app.subscribe()
    await app.startActivity(FIRST)
    app.leave()
    await app.comeBack(SECOND, { isKept: true })
    app.leave()
    await app.comeBack()
    expect(app.told).toEqual([FIRST, SECOND])
  })
})

it('emits nothing and has no listeners after it is unsubscribed', async () => {
  const app = phone()
  const end = app.subscribe()
  expect(app.listeners()).toBe(2)
  end()
  await app.startActivity(FIRST)
  expect(app.told).toEqual([])
  expect(app.listeners()).toBe(0)
})

describe('modules that fail', () => {
  const failing = () => {
    throw new Error('no such module')
  }

  it('do not throw in the app', async () => {
    const links = nativeLinks(
      { getInitialURL: failing, addEventListener: failing },
      { addEventListener: failing },
    )
    const end = links.subscribe(() => undefined)
    await settle()
    expect(end).not.toThrow()
  })

  it('do not stop the others: links work without AppState', () => {
    const told: string[] = []
    const listeners: ((event: { url: string }) => void)[] = []
    const links = nativeLinks(
      {
        getInitialURL: () => Promise.reject(new Error('no activity')),
        addEventListener(_type, listener) {
          listeners.push(listener)
          return { remove: () => undefined }
        },
      },
      { addEventListener: failing },
    )
    links.subscribe((url) => told.push(url))
    listeners.forEach((listener) => listener({ url: FIRST }))
    expect(told).toEqual([FIRST])
  })

  it('may return no subscription, as old versions of AppState do', () => {
    const links = nativeLinks(
      {
        getInitialURL: () => Promise.resolve(null),
        addEventListener: () => ({ remove: () => undefined }),
      },
      { addEventListener: () => undefined },
    )
    expect(links.subscribe(() => undefined)).not.toThrow()
  })
})
