import { describe, expect, it } from '@jest/globals'
import { runScript, type ScriptBrowser } from '../../../../../test/script-browser.js'
import { HIDE_FROM_MACS, loadingScript } from './landing-script.js'

const LOADING_SCRIPT = loadingScript({ canCopy: false, mayBeIpad: false })
const LOADING_SCRIPT_THAT_COPIES = loadingScript({ canCopy: true, mayBeIpad: false })
const ON_IPADS = `${HIDE_FROM_MACS};${loadingScript({ canCopy: false, mayBeIpad: true })}`
const run = (browser?: ScriptBrowser) => runScript(LOADING_SCRIPT, browser)

const OPENED = ['post /api/visits', 'open service-1://open']
const STORE = 'replace https://store.example/'
const PLAY = 'https://play.google.com/store/apps/details?id=a&referrer=click_token%3DT%26'
/** The URLs of a page whose click has an fbclid with its first capture. */
const waysOf = (second: number) => ({
  open: `service-1://open?actual_url=%26fbclid_captured_at%3D1&fbclid=F&fbclid_captured_at=${second}`,
  next: `${PLAY}fbclid%3DF%26fbclid_captured_at%3D${second}&hl=de#x`,
})
const DAY = 86_400
const CLICKED = 1_770_000_000

describe('the landing page’s script', () => {
  it('is small', () => {
    expect(Buffer.byteLength(LOADING_SCRIPT)).toBeLessThan(3_600)
    expect(Buffer.byteLength(LOADING_SCRIPT_THAT_COPIES)).toBeLessThan(4_400)
    expect(LOADING_SCRIPT_THAT_COPIES).not.toMatch(/<[/!]|[^\x00-\x7f]/)
  })

  it('reports, then opens the app, then continues after 1.5 s', async () => {
    const { log, sent, pass } = await run()
    expect(log).toEqual(OPENED)
    expect(sent[0]).toEqual({
      token: 'T',
      screen_width: 390,
      screen_height: 840,
      pixel_ratio: 3,
      languages: ['de'],
      time_zone: expect.any(String),
      platform_version: null,
      model: null,
      visitor_id: '07070707-0707-4707-8707-070707070707',
      fbclid_captured_at: null,
    })
    await pass(1_499)
    expect(log).toEqual(OPENED)
    await pass(1)
    expect(log.at(-1)).toBe(STORE)
    await pass(60_000)
    expect(log).toHaveLength(3)
  })

  it('reports nothing without a token, and continues immediately without an app', async () => {
    const { log, pass } = await run({ token: null, open: null })
    await pass(0)
    expect(log).toEqual([STORE])
  })

  it('does nothing while it is prerendered, and reloads when it is shown', async () => {
    const { log, fire } = await run({ prerendering: true })
    expect(log).toEqual([])
    fire('document prerenderingchange')
    expect(log).toEqual(['reload'])
  })
})

describe('on a page for a possible iPad', () => {
  it.each([
    [{ site: 'https://s.example/', web: 'https://w.example/' }, 'https://s.example/'],
    [{ web: 'https://w.example/' }, 'https://w.example/'],
    [{}, 'https://store.example/'],
  ])('redirects a Mac and does nothing else: %j', async (ways, goesTo) => {
    for (const maxTouchPoints of [0, 1, undefined]) {
      const { log, pass, storage } = await runScript(ON_IPADS, {
        ...ways,
        maxTouchPoints: maxTouchPoints as number,
      })
      await pass(60_000)
      expect([log, storage?.size]).toEqual([[`replace ${goesTo}`], 0])
    }
  })

  it('is a phone’s page with a touch screen', async () => {
    const { log, sent, pass } = await runScript(ON_IPADS, { site: 'https://s.example/' })
    expect(log).toEqual(OPENED)
    expect(sent[0]).toMatchObject({ max_touch_points: 5 })
    await pass(1_500)
    expect(log.at(-1)).toBe(STORE)
    const many = await runScript(ON_IPADS, { maxTouchPoints: 256 })
    expect(many.sent[0]).toMatchObject({ max_touch_points: 255 })
  })
})

describe('after the app has opened', () => {
  it('stays, also when the page is shown again', async () => {
    const { log, pass, show } = await run({ hasApp: true })
    await pass(400)
    show(true)
    await pass(60_000)
    expect(log).toEqual(OPENED)
  })

  it('stays when the page returns from the back/forward cache', async () => {
    const { log, pass, fire } = await run()
    fire('window pagehide')
    await pass(60_000)
    expect(log).toEqual(OPENED)
  })

  it('stays if the phone slept without a visibility event', async () => {
    const { log, pass } = await run()
    await pass(30_000, { asleep: true })
    expect(log).toEqual(OPENED)
  })

  it('stays while the browser asks, and continues if the user declines', async () => {
    const { log, pass, state } = await run({ asks: true })
    await pass(10_000)
    expect(log).toEqual(OPENED)
    state.focused = true
    await pass(500)
    expect(log.at(-1)).toBe(STORE)
  })

  it.each(['back_forward', 2])(
    'does not open the app when the visitor returns by back or forward: %s',
    async (navigationType) => {
      const { log, pass } = await run({ navigationType })
      await pass(60_000)
      expect(log).toEqual(['post /api/visits'])
    },
  )

  it.each(['navigate', 'reload', 0, 1])(
    'opens the app on every other navigation: %s',
    async (given) => {
      expect((await run({ navigationType: given })).log).toEqual(OPENED)
    },
  )
})

describe('a click', () => {
  it('cancels the automatic redirect if it leads to the web, the store or another browser', async () => {
    for (const id of ['#next', '#web', '#copy']) {
      const { log, pass, fire } = await run({ web: 'https://web.example/', copy: 'Copy link' })
      fire(`${id} click`)
      await pass(60_000)
      expect(log).toEqual(OPENED)
    }
  })

  it('restarts the wait if it leads to the app, and redirects once, however often it occurs', async () => {
    const { log, pass, fire } = await run()
    await pass(1_000)
    fire('#open click')
    fire('#open click')
    await pass(1_400)
    expect(log).toEqual(OPENED)
    await pass(60_000)
    expect(log).toEqual([...OPENED, STORE])
  })
})

describe('a page that loads in the background', () => {
  it('reports, and opens the app when it is shown', async () => {
    const { log, pass, show } = await run({ isHidden: true })
    await pass(60_000)
    expect(log).toEqual(['post /api/visits'])
    show(true)
    expect(log).toEqual(OPENED)
    await pass(1_500)
    expect(log.at(-1)).toBe(STORE)
  })
})

describe('the device report', () => {
  it('keeps its visitor id, and reports the first capture of an fbclid from the second visit', async () => {
    const first = await run({ search: '?fbclid=F', ...waysOf(CLICKED) })
    const at = async (search: string) =>
      (await run({ search, storage: first.storage, ...waysOf(CLICKED + DAY) })).sent[0] ?? {}
    expect(first.sent[0]?.['fbclid_captured_at']).toBeNull()
    expect((await at('?fbclid=G'))['fbclid_captured_at']).toBeNull()
    const again = await at('?fbclid=F')
    expect(again['visitor_id']).toBe(first.sent[0]?.['visitor_id'])
    expect(again['fbclid_captured_at']).toBe(CLICKED)
    expect((await at(''))['fbclid_captured_at']).toBeNull()
    // As the click reads it: the first value that is not empty.
    expect((await at('?fbclid=&fbclid=F'))['fbclid_captured_at']).toBe(CLICKED)
  })

  it.each([
    ['is earlier', CLICKED - DAY, true],
    ['is 90 days old', CLICKED - 90 * DAY, true],
    ['is older', CLICKED - 90 * DAY - 1, false],
    ['lies in the future', CLICKED + 1, false],
  ])(
    'is sent with a first capture only if both URLs carry it: one that %s',
    async (_what, at, isUsed) => {
      const storage = new Map([
        ['throughline.fbclids', JSON.stringify([{ id: 'F', at: at + 0.5 }])],
      ])
      const ways = waysOf(CLICKED)
      const { sent, links, log, pass } = await run({ search: '?fbclid=F', storage, ...ways })
      const { open, next } = waysOf(isUsed ? at : CLICKED)
      expect(sent[0]?.['fbclid_captured_at']).toBe(isUsed ? at : null)
      expect([links['open'], links['next']]).toEqual([open, next])
      await pass(1_500)
      expect(log.slice(1)).toEqual([`open ${open}`, `replace ${next}`])
    },
  )

  it('a first capture changes no web URL, and nothing without a token', async () => {
    const storage = new Map([['throughline.fbclids', JSON.stringify([{ id: 'F', at: 9 }])]])
    const { open } = waysOf(99)
    const next = 'https://web.example/?fbclid=F&fbclid_captured_at=99'
    const told = await run({ search: '?fbclid=F', storage, open, next })
    expect([told.links['open'], told.links['next']]).toEqual([waysOf(9).open, next])
    const untold = await run({ search: '?fbclid=F', storage, ...waysOf(99), token: null })
    expect(untold.links).toMatchObject(waysOf(99))
    expect([...storage.keys()]).toEqual(['throughline.fbclids', 'throughline.visitor'])
  })

  it('keeps at most five fbclids', async () => {
    const storage = new Map<string, string>()
    for (const id of 'ABCDEFG') await run({ search: `?fbclid=${id}`, storage, ...waysOf(CLICKED) })
    expect(JSON.parse(storage.get('throughline.fbclids') ?? '[]')).toHaveLength(5)
  })

  it.each([null, '{', '5', '[null,{"id":"F","at":"x"},{"id":"F","at":1e20}]'])(
    'heals storage that holds %s',
    async (content) => {
      const storage = new Map(
        Object.entries({ 'throughline.visitor': 'me', 'throughline.fbclids': String(content) }),
      )
      const { sent } = await run({ search: '?fbclid=F', storage, ...waysOf(CLICKED) })
      expect(sent[0]).toMatchObject({ fbclid_captured_at: null })
      expect(storage.get('throughline.visitor')).toBe(sent[0]?.['visitor_id'])
      expect(sent[0]?.['visitor_id']).toHaveLength(36)
    },
  )

  it('works without storage', async () => {
    const { log, sent } = await run({ storage: null, search: '?fbclid=F' })
    expect(sent[0]).toMatchObject({ visitor_id: null, fbclid_captured_at: null })
    expect(log).toEqual(OPENED)
  })

  it.each([['crypto'], ['URLSearchParams'], ['localStorage'], ['performance']])(
    'works without %s',
    async (name) => {
      const { log } = await run({ without: [name], search: '?fbclid=F' })
      expect(log).toEqual(OPENED)
    },
  )

  it.each([['fetch'], ['screen'], ['navigator'], ['Promise']])(
    'does not prevent opening the app if it fails without %s',
    async (name) => {
      const { log, pass } = await run({ without: [name] })
      expect(log.at(-1)).toBe('open service-1://open')
      await pass(1_500)
      expect(log.at(-1)).toBe(STORE)
    },
  )

  it('omits what the server would reject', async () => {
    const { sent } = await run({
      languages: [undefined, '', 'de', 5, 'x'.repeat(36), `en-${'y'.repeat(32)}`],
      screenWidth: 0,
      hints: () => Promise.resolve({ platformVersion: 14, model: 'x'.repeat(500) }),
    })
    const languages = ['de', `en-${'y'.repeat(32)}`]
    expect(sent[0]).toMatchObject({ languages, screen_width: null, platform_version: null })
    expect(String(sent[0]?.['model'])).toHaveLength(128)
  })

  it('is sent once more if it cannot be stored yet, and no third time', async () => {
    const stays = { open: null, next: null }
    const again = await run({ ...stays, statuses: [503, 503] })
    expect(again.log).toEqual(['post /api/visits'])
    await again.pass(1_999)
    expect(again.sent).toHaveLength(1)
    await again.pass(60_000)
    expect(again.sent).toEqual([again.sent[0], again.sent[0]])
    for (const status of [204, 422, 500]) {
      const once = await run({ ...stays, statuses: [status] })
      await once.pass(60_000)
      expect(once.sent).toHaveLength(1)
    }
  })

  it('includes the client hints, and waits for them at most 100 ms', async () => {
    const quick = await run({
      hints: () => Promise.resolve({ platformVersion: '14.0.0', model: 'Pixel 8' }),
    })
    expect(quick.sent[0]).toMatchObject({ platform_version: '14.0.0', model: 'Pixel 8' })
    const slow = await run({ hints: () => new Promise(() => undefined) })
    expect(slow.log).toEqual([])
    await slow.pass(100)
    expect(slow.log).toEqual(OPENED)
    for (const hints of [
      () => Promise.reject(new Error('no')),
      () => {
        throw new Error('no')
      },
    ])
      expect((await run({ hints })).log).toEqual(OPENED)
  })
})

describe('the script that copies', () => {
  it('does all of the above if nothing can be copied', async () => {
    const { log, pass, fire } = await runScript(LOADING_SCRIPT_THAT_COPIES, {
      clip: 'https://go.example/x?click_token=T',
    })
    expect(log).toEqual(OPENED)
    fire('#open click')
    await pass(1_500)
    expect(log.at(-1)).toBe(STORE)
  })
})
