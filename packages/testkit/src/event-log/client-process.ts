/** Simulates visitors who click the link, install the app and open it. Logs and flushes what the API accepted. */
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientMessage, ClientReply, ClientSettings } from './client.js'
import type { ClientEntry, Refusal, Step } from './entries.js'
import { openEventLog } from './event-log-file.js'

const RETRY_AFTER_MS = 250
/** Timeout of a request with a connection, after which the API counts as hanging. */
const REQUEST_LIMIT_MS = 10_000
/** Maximum number of concurrent visitors, so that they stay limited during an outage. */
const MAX_UNDER_WAY = 2_000
const ANDROID_PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36'

const settings = JSON.parse(process.argv[2] ?? '') as ClientSettings
const eventLog = await openEventLog(settings.eventLog)
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
let rate = 0
let visitors = 0
let underWay = 0
let owed = 0
/** The remaining number of visitors. */
let left = Infinity
let lastTickMs = performance.now()

setInterval(tick, 10)
process.on('message', (message: ClientMessage) => {
  if (message.kind === 'rate') {
    rate = message.rate
    left = message.count ?? Infinity
    return
  }
  rate = 0
  void whenAllAreIn(message.withinMs)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready' })

function tick(): void {
  const now = performance.now()
  owed += (rate * (now - lastTickMs)) / 1_000
  lastTickMs = now
  for (; owed >= 1 && left > 0; owed -= 1) {
    if (underWay >= MAX_UNDER_WAY) continue
    visitors += 1
    left -= 1
    void visit(visitors)
  }
  if (left === 0) allHaveCome()
}

function allHaveCome(): void {
  rate = 0
  owed = 0
  left = Infinity
  say({ kind: 'came' })
}

async function whenAllAreIn(withinMs: number): Promise<void> {
  const untilMs = performance.now() + withinMs
  while (underWay > 0 && performance.now() < untilMs) await sleep(20)
  say({ kind: 'stopped', visitors, unfinished: underWay })
}

function say(reply: ClientReply): void {
  process.send?.(reply)
}

async function visit(n: number): Promise<void> {
  underWay += 1
  const visitor: Visitor = { install: `${settings.name}-${n}`, installId: randomUUID(), turn: n }
  const page = await insist(visitor, 'click', {
    method: 'GET',
    path: `/${settings.code}?gclid=${visitor.install}`,
    headers: { host: settings.linkHost, 'user-agent': ANDROID_PHONE },
  })
  const body = JSON.stringify({
    install_id: visitor.installId,
    platform: 'android',
    install_referrer: referrerOf(page),
  })
  const answer = await insist(visitor, 'install', {
    method: 'POST',
    path: '/api/attribution/installs',
    headers: { 'x-project-key': settings.projectKey, 'content-type': 'application/json' },
    body,
  })
  if (!answer.includes('"matched":true'))
    await note({ kind: 'wrong', install: visitor.install, at: Date.now(), answer })
  underWay -= 1
}

interface Visitor {
  install: string
  installId: string
  turn: number
}

interface Request {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Calls the APIs in turn until one returns 2xx. Waits between calls as Retry-After demands. */
async function insist(visitor: Visitor, step: Step, request: Request): Promise<string> {
  const { install } = visitor
  for (;;) {
    const api = visitor.turn % settings.apiPorts.length
    visitor.turn += 1
    const answer = await ask(settings.apiPorts[api] ?? 0, request)
    const { ms } = answer
    const at = Date.now()
    if ('text' in answer) {
      await note({ kind: step === 'install' ? 'accepted' : 'clicked', install, at, ms, api })
      return answer.text
    }
    const { code, isReused, retryAfterMs } = answer
    await note({ kind: 'refused', install, step, at, ms, api, code, isReused })
    await sleep(retryAfterMs * (0.5 + Math.random()))
  }
}

function ask(
  port: number,
  { body, ...options }: Request,
): Promise<{ ms: number } & ({ text: string } | (Refusal & { retryAfterMs: number }))> {
  return new Promise((resolve) => {
    const request = httpRequest({ ...options, host: '127.0.0.1', port, agent })
    let sentAt = performance.now()
    const tookMs = () => Math.round(performance.now() - sentAt)
    const refuse = (code: string, retryAfterMs = RETRY_AFTER_MS) =>
      resolve({ ms: tookMs(), code, isReused: request.reusedSocket, retryAfterMs })
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      refuse(error.code ?? error.message)
    }
    let timer: NodeJS.Timeout | undefined
    // Before that it waits for a free connection, which is not the API's fault.
    request.once('socket', () => {
      sentAt = performance.now()
      timer = setTimeout(() => request.destroy(new Error('HANGS')), REQUEST_LIMIT_MS)
    })
    request.once('error', fail)
    request.once('response', (response) => {
      const status = response.statusCode ?? 0
      textOf(response).then((text) => {
        clearTimeout(timer)
        if (status >= 200 && status < 300) resolve({ ms: tookMs(), text })
        else refuse(String(status), Number(response.headers['retry-after'] ?? 1) * 1_000)
      }, fail)
    })
    request.end(body)
  })
}

function note(entry: ClientEntry): Promise<void> {
  return eventLog.append(entry)
}

/** Returns the referrer that Google Play passes to the app: the store link's, decoded once. */
function referrerOf(page: string): string {
  const href = /href="([^"]*play\.google\.com[^"]*)"/.exec(page)?.[1] ?? ''
  return new URL(href.replaceAll('&amp;', '&')).searchParams.get('referrer') ?? ''
}
