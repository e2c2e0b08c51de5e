import { createContext, runInContext } from 'node:vm'
import { setImmediate as settle } from 'node:timers/promises'

/** The properties of the browser in which the landing page's script runs. */
export interface ScriptBrowser {
  token?: string | null
  clip?: string | null
  search?: string
  storage?: Map<string, string> | null
  prerendering?: boolean
  isHidden?: boolean
  /** Set if the browser has only the old property. */
  navigationType?: string | number
  open?: string | null
  next?: string | null
  web?: string | null
  /** The destination of a Mac, if it differs from the other links. */
  site?: string | null
  /** The label of the copy button. */
  copy?: string | null
  languages?: unknown[]
  screenWidth?: number
  maxTouchPoints?: number
  hints?: () => Promise<unknown>
  /** The statuses of the responses to reports, in order; 204 for further ones. */
  statuses?: number[]
  /** Names of globals that this browser lacks. */
  without?: string[]
  /** Whether the app opens, so that the page is hidden. */
  hasApp?: boolean
  /** Whether the browser asks before it opens the app, which takes the focus from the page. */
  asks?: boolean
}

interface Timer {
  work: () => void
  dueMs: number
}

/** A browser without the app, on an ordinary visit. */
const ORDINARY = {
  token: 'T',
  clip: null,
  search: '',
  prerendering: false,
  isHidden: false,
  navigationType: 'navigate',
  open: 'service-1://open',
  next: 'https://store.example/',
  web: null,
  site: null,
  copy: null,
  languages: ['de'],
  screenWidth: 390,
  maxTouchPoints: 5,
  without: [],
  hasApp: false,
  asks: false,
} satisfies ScriptBrowser

/** Runs a script in a simulated browser that has only what it needs. The clock moves only on request. */
export async function runScript(script: string, given: ScriptBrowser = {}) {
  const browser = { ...ORDINARY, storage: new Map<string, string>(), ...given }
  const { storage } = browser
  const log: string[] = []
  const sent: Record<string, unknown>[] = []
  const timers = new Map<number, Timer>()
  const listeners = new Map<string, (() => void)[]>()
  const clock = { nowMs: Date.now(), last: 0 }
  const attributes: Record<string, string | null> = {
    'data-token': browser.token,
    'data-clip': browser.clip,
  }
  const listen = (target: string) => (name: string, work: () => void) =>
    listeners.set(`${target} ${name}`, [...(listeners.get(`${target} ${name}`) ?? []), work])
  const fire = (name: string) => listeners.get(name)?.forEach((work) => work())
  const links: Record<string, string | null> = {
    open: browser.open,
    next: browser.next,
    web: browser.web,
    site: browser.site,
    copy: browser.copy,
  }
  const state = { hidden: browser.isHidden, focused: true }
  const document = {
    get hidden() {
      return state.hidden
    },
    hasFocus: () => state.focused,
    prerendering: browser.prerendering,
    documentElement: {
      getAttribute: (name: string) => attributes[name] ?? null,
      hidden: false,
    },
    getElementById: (id: string) =>
      links[id] == null
        ? null
        : {
            getAttribute: () => links[id],
            set href(url: string) {
              links[id] = url
            },
            addEventListener: listen(`#${id}`),
          },
    addEventListener: listen('document'),
  }
  const show = (isVisible: boolean) => {
    state.hidden = !isVisible
    fire('document visibilitychange')
  }
  const location = {
    search: browser.search,
    replace: (url: string) => log.push(`replace ${url}`),
    reload: () => log.push('reload'),
    set href(url: string) {
      log.push(`open ${url}`)
      if (browser.asks) state.focused = false
      if (browser.hasApp) show(false)
    },
  }
  const globals: Record<string, unknown> = {
    document,
    location,
    window: { devicePixelRatio: 3, fetch: true, addEventListener: listen('window') },
    screen: { width: browser.screenWidth, height: 840 },
    navigator: {
      languages: browser.languages,
      maxTouchPoints: browser.maxTouchPoints,
      ...(given.hints === undefined
        ? {}
        : { userAgentData: { getHighEntropyValues: given.hints } }),
    },
    performance: performanceOf(browser.navigationType),
    crypto: { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) },
    URLSearchParams,
    Promise,
    Date: { now: () => clock.nowMs },
    setTimeout: (work: () => void, ms: number) => {
      clock.last += 1
      timers.set(clock.last, { work, dueMs: clock.nowMs + ms })
      return clock.last
    },
    clearTimeout: (id: number) => timers.delete(id),
    fetch: (url: string, { body }: { body: string }) => {
      log.push(`post ${url}`)
      sent.push(JSON.parse(body) as Record<string, unknown>)
      return Promise.resolve({ status: given.statuses?.[sent.length - 1] ?? 204 })
    },
  }
  Object.defineProperty(globals, 'localStorage', {
    get: () => {
      if (storage === null) throw new Error('storage is blocked')
      return {
        getItem: (name: string) => storage.get(name) ?? null,
        setItem: (name: string, value: string) => storage.set(name, value),
      }
    },
  })
  const missing = new Set<string>(browser.without)
  const context = createContext(
    Object.defineProperties(
      {},
      Object.fromEntries(
        Object.entries(Object.getOwnPropertyDescriptors(globals)).filter(
          ([name]) => !missing.has(name),
        ),
      ),
    ),
  )
  if (missing.has('Promise')) runInContext('delete globalThis.Promise', context)
  runInContext(script, context)
  await settle()
  return {
    log,
    sent,
    storage,
    /** The URLs of the page's links by id, after the script has run. */
    links,
    state,
    show,
    fire,
    /** Moves the clock and runs due timers. If the phone sleeps, all of them run late, at the end. */
    pass: async (ms: number, { asleep = false } = {}) => {
      const endMs = clock.nowMs + ms
      for (;;) {
        const next = [...timers].sort(([, a], [, b]) => a.dueMs - b.dueMs)[0]
        if (next === undefined || next[1].dueMs > endMs) break
        timers.delete(next[0])
        clock.nowMs = asleep ? endMs : next[1].dueMs
        next[1].work()
        await settle()
      }
      clock.nowMs = endMs
    },
  }
}

function performanceOf(type: string | number) {
  return typeof type === 'number'
    ? { getEntriesByType: () => [], navigation: { type } }
    : { getEntriesByType: () => [{ type }] }
}
