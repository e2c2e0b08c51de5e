import { createContext, runInContext } from 'node:vm'
import { setImmediate as settle } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { LOADING_SCRIPT } from './loading-script.js'

interface Browser {
  token?: string | null
  search?: string
  storage?: Map<string, string> | null
  prerendering?: boolean
  open?: string | null
  hints?: () => Promise<unknown>
  /** Whether the app opens, so that the page is hidden. */
  hasApp?: boolean
}

/** Runs the script in a browser made of as little as it needs; its timers run at once when asked. */
async function run(browser: Browser = {}) {
  const { token = 'T', search = '', storage = new Map(), open = 'service-1://open' } = browser
  const log: string[] = []
  const sent: Record<string, unknown>[] = []
  const timers: { work: () => void; ms: number }[] = []
  const listeners = new Map<string, () => void>()
  const links: Record<string, string | null> = { open, next: 'https://store.example/' }
  const document = {
    hidden: false,
    prerendering: browser.prerendering ?? false,
    documentElement: { getAttribute: () => token },
    getElementById: (id: string) => (links[id] == null ? null : { getAttribute: () => links[id] }),
    addEventListener: (name: string, work: () => void) => listeners.set(name, work),
  }
  const location = {
    search,
    replace: (url: string) => log.push(`replace ${url}`),
    reload: () => log.push('reload'),
    set href(url: string) {
      log.push(`open ${url}`)
      if (browser.hasApp === true) {
        document.hidden = true
        listeners.get('visibilitychange')?.()
      }
    },
  }
  const globals = {
    document,
    location,
    window: { devicePixelRatio: 3, fetch: true },
    screen: { width: 390, height: 840 },
    navigator: {
      languages: ['de'],
      ...(browser.hints === undefined
        ? {}
        : { userAgentData: { getHighEntropyValues: browser.hints } }),
    },
    crypto: { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) },
    URLSearchParams,
    setTimeout: (work: () => void, ms: number) => timers.push({ work, ms }),
    addEventListener: () => undefined,
    fetch: (url: string, { body }: { body: string }) => {
      log.push(`post ${url}`)
      sent.push(JSON.parse(body) as Record<string, unknown>)
      return Promise.resolve()
    },
    get localStorage() {
      if (storage === null) throw new Error('storage is blocked')
      return {
        getItem: (name: string) => storage.get(name) ?? null,
        setItem: (name: string, value: string) => storage.set(name, value),
      }
    },
  }
  runInContext(LOADING_SCRIPT, createContext(globals))
  await settle()
  const pass = async (ms: number) => {
    for (const timer of timers.filter((each) => each.ms === ms)) timer.work()
    await settle()
  }
  return { log, sent, storage, timers, pass, listeners }
}

describe('the loading page’s script', () => {
  it('reports, then opens the app, then goes on after 1.5 s', async () => {
    const { log, sent, pass } = await run()
    expect(log).toEqual(['post /api/visits', 'open service-1://open'])
    expect(sent[0]).toMatchObject({
      token: 'T',
      screen_width: 390,
      screen_height: 840,
      pixel_ratio: 3,
      languages: ['de'],
      visitor_id: '07070707-0707-4707-8707-070707070707',
      fbclid_captured_at: null,
    })
    await pass(1500)
    expect(log.at(-1)).toBe('replace https://store.example/')
  })

  it('stays where the app has opened', async () => {
    const { log, pass } = await run({ hasApp: true })
    await pass(1500)
    expect(log).toEqual(['post /api/visits', 'open service-1://open'])
  })

  it('keeps its visitor id, and tells the first sight of an fbclid only the second time', async () => {
    const first = await run({ search: '?fbclid=F' })
    const again = await run({ search: '?fbclid=F', storage: first.storage })
    expect(again.sent[0]?.['visitor_id']).toBe(first.sent[0]?.['visitor_id'])
    expect(first.sent[0]?.['fbclid_captured_at']).toBeNull()
    expect(again.sent[0]?.['fbclid_captured_at']).toBeCloseTo(Date.now() / 1000, -1)
    const other = await run({ search: '?fbclid=G', storage: first.storage })
    expect(other.sent[0]?.['fbclid_captured_at']).toBeNull()
  })

  it('works without storage', async () => {
    const { log, sent } = await run({ storage: null, search: '?fbclid=F' })
    expect(sent[0]).toMatchObject({ visitor_id: null, fbclid_captured_at: null })
    expect(log.at(-1)).toBe('open service-1://open')
  })

  it('sends the hints, and waits for them 100 ms at most', async () => {
    const quick = await run({
      hints: () => Promise.resolve({ platformVersion: '14.0.0', model: 'Pixel 8' }),
    })
    expect(quick.sent[0]).toMatchObject({ platform_version: '14.0.0', model: 'Pixel 8' })
    const slow = await run({ hints: () => new Promise(() => undefined) })
    expect(slow.log).toEqual([])
    await slow.pass(100)
    expect(slow.log).toEqual(['post /api/visits', 'open service-1://open'])
    const refused = await run({ hints: () => Promise.reject(new Error('no')) })
    expect(refused.log).toEqual(['post /api/visits', 'open service-1://open'])
  })

  it('does nothing while it is prerendered, and loads again when it is looked at', async () => {
    const { log, listeners } = await run({ prerendering: true })
    expect(log).toEqual([])
    listeners.get('prerenderingchange')?.()
    expect(log).toEqual(['reload'])
  })

  it('reports nothing without a token, and goes straight on without an app', async () => {
    const { log, pass } = await run({ token: null, open: null })
    await pass(0)
    expect(log).toEqual(['replace https://store.example/'])
  })
})
