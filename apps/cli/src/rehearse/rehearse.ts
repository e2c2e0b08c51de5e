import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { captureDelivery } from '@throughline/testkit/capture-delivery'
import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { buildApps } from '@throughline/stack/build-apps'
import { startInstallation } from '@throughline/testkit/installation'
import { root } from '@throughline/testkit/installation/programs'
import { createProject } from '@throughline/testkit/installation/project'
import { startReceiver, type Receiver, type Respond } from '@throughline/testkit/receiver'
import { printError } from '../output.js'
import { watchRetries } from './failing-receiver.js'
import { callApi, findRunningStack, type Installation } from './installation.js'
import { must } from './must.js'
import { install, placeAd, receiveDelivery, subscribe, openAd, type Webhook } from './story.js'
import { createTimeline, type Timeline } from './timeline.js'

export interface RehearseOptions {
  /** The PUBLIC_URL of a running installation. Default: a temporary stack. */
  against?: string
  /** The folder for each receiver's last request, stored with its temporary secret. */
  save?: string
  json?: boolean
}

/**
 * Runs the rehearsal with real requests and reports each step. A signal stops the rehearsal and everything that it
 * started.
 *
 * @returns the exit code: 0 if no step violated the contract
 */
export async function rehearse(options: RehearseOptions): Promise<number> {
  const isJson = options.json === true
  const timeline = createTimeline(isJson)
  const cleanUps: CleanUps = []
  const interruption = listenForSignals()
  let failure: unknown
  try {
    await Promise.race([
      play(options, { timeline, cleanUps, signal: interruption.signal }),
      rejectWhenAborted(interruption.signal),
    ])
  } catch (error) {
    failure = error
  }
  for (const cleanUp of cleanUps.reverse()) {
    await cleanUp().catch((error: unknown) => {
      failure ??= error
    })
  }
  if (failure !== undefined) printError(failure, isJson)
  if (isJson) console.log(JSON.stringify({ ok: failure === undefined, timeline: timeline.entries }))
  else
    timeline.say(
      failure === undefined
        ? '\nThe rehearsal succeeded: no step violated the API contract.'
        : '\nThe rehearsal failed.',
    )
  // The interrupted step would wait forever.
  if (interruption.signal.aborted) process.exit(1)
  return failure === undefined ? 0 : 1
}

type CleanUps = (() => Promise<unknown>)[]

/** Uses `on`, not `once`: a terminal and npm may both send the same signal. */
function listenForSignals(): AbortController {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interruption.abort(new Error(`Interrupted by ${signal}`)))
  return interruption
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

async function play(
  options: RehearseOptions,
  { timeline, cleanUps, signal }: { timeline: Timeline; cleanUps: CleanUps; signal: AbortSignal },
): Promise<void> {
  const receivers = await makeReceivers()
  // A running worker does not trust the certificate authority of this rehearsal.
  const receiver = await (options.against === undefined ? receivers.start() : startReceiver())
  cleanUps.push(() => receiver.close())
  const where = await enter(options, { timeline, receivers, cleanUps, signal })
  if (!(await mayReachLoopback(where, timeline, receiver))) {
    const ad = await placeAd(where, timeline)
    await install(where, timeline, await openAd(where, timeline, ad))
    timeline.say('  Skipped: the delivery, its signatures and the retries.')
    return
  }
  const webhook = await subscribeUntilTheEnd({ where, timeline, cleanUps }, receiver)
  const ad = await placeAd(where, timeline)
  await install(where, timeline, await openAd(where, timeline, ad))
  await receiveDelivery({ where, timeline, receiver, webhook, ad })
  await save(options, { name: 'delivery', receiver, webhook })
  if (where.retryBaseMs === null) {
    timeline.say(
      '  Skipped: the failing receiver, because the retries of a running installation take 21 minutes.',
    )
    return
  }
  await playFailure(options, { where, timeline, receivers, cleanUps, baseMs: where.retryBaseMs })
}

/** Creates HTTPS receivers. They share one certificate authority, so a worker must trust only that one. */
interface Receivers {
  caPem: string
  start(respond?: Respond): Promise<Receiver>
}

/** Creates a certificate authority, and receivers for `https://localhost` with its certificates. */
async function makeReceivers(): Promise<Receivers> {
  const authority = await makeCertificateAuthority()
  const tls = await issueCertificate(authority, { hosts: ['localhost', '127.0.0.1', '::1'] })
  return {
    caPem: authority.certPem,
    start: (respond) => startReceiver({ tls, ...(respond === undefined ? {} : { respond }) }),
  }
}

interface Stage {
  where: Installation
  timeline: Timeline
  receivers: Receivers
  cleanUps: CleanUps
}

function enter(
  options: RehearseOptions,
  stage: Omit<Stage, 'where'> & { signal: AbortSignal },
): Promise<Installation> {
  const { timeline, receivers, cleanUps, signal } = stage
  const { against } = options
  if (against !== undefined)
    return timeline.step(`the installation at ${against}`, () => findRunningStack(against))
  return timeline.step('a temporary stack starts: PostgreSQL, API, worker', async (notes) => {
    const starting = startTemporaryStack({ caPem: receivers.caPem, signal })
    // Registered before the start ends, because an interrupted start also needs a clean-up.
    cleanUps.push(async () => {
      const started = await starting.catch(() => null)
      if (started !== null) await timeline.step('the temporary stack stops', started.stop)
    })
    const { installation } = await starting
    notes.push(installation.publicUrl)
    return installation
  })
}

/** Short enough to watch, and long enough to distinguish the four attempts: 0.3 s, 1.2 s, 4.8 s. */
const RETRY_BASE_MS = 300

/**
 * Starts PostgreSQL, an API and a worker in a temporary folder. Deliveries may reach loopback, and the worker trusts
 * the receivers' certificate authority.
 *
 * @returns the installation, and a function that stops it and removes the folder
 */
async function startTemporaryStack(options: {
  caPem: string
  signal: AbortSignal
}): Promise<{ installation: Installation; stop: () => Promise<void> }> {
  const { folder } = await buildApps(root, options.signal)
  const own = await startInstallation({
    ...options,
    apis: 1,
    workers: 1,
    programs: { folder },
    env: {
      LOG_LEVEL: 'error',
      RETRY_BASE_MS: String(RETRY_BASE_MS),
      DELIVERY_ALLOW_NETS: '127.0.0.0/8,::1/128',
    },
  })
  try {
    const project = await createProject(own, { name: 'Demo', prefix: 'demo' })
    const publicUrl = own.env['PUBLIC_URL'] ?? ''
    const installation = { publicUrl, ...project, retryBaseMs: RETRY_BASE_MS }
    return { installation, stop: () => own.close() }
  } catch (error) {
    await own.close()
    throw error
  }
}

/** Outside development an installation rejects receivers on this machine, so the rehearsal cannot show a delivery. */
async function mayReachLoopback(
  where: Installation,
  timeline: Timeline,
  receiver: Receiver,
): Promise<boolean> {
  if (where.retryBaseMs !== null) return true
  const reply = await callApi(where, {
    method: 'POST',
    path: '/api/webhooks',
    body: { url: receiver.url('/'), events: ['install_attributed'], is_active: false },
  })
  if (reply.status === 201) {
    const { id } = JSON.parse(reply.text) as { id: number }
    await callApi(where, { method: 'DELETE', path: `/api/webhooks/${id}` })
    return true
  }
  must(
    reply.status === 422,
    `POST /api/webhooks must accept (201) or reject (422) a receiver on this machine, but returned ${reply.status}: ${reply.text.slice(0, 300)}`,
  )
  timeline.say(
    `  The installation rejects a receiver on this machine (${reply.status}), as it must in production.`,
  )
  timeline.say(
    '  To see deliveries too, start it with DELIVERY_ALLOW_LOOPBACK=true, or omit --against.',
  )
  return false
}

async function subscribeUntilTheEnd(
  { where, timeline, cleanUps }: Pick<Stage, 'where' | 'timeline' | 'cleanUps'>,
  receiver: Receiver,
): Promise<Webhook> {
  const webhook = await subscribe(where, timeline, receiver)
  cleanUps.push(() => callApi(where, { method: 'DELETE', path: `/api/webhooks/${webhook.id}` }))
  return webhook
}

/** Plays the retries with a second webhook, whose receiver first returns 500 and later works. */
async function playFailure(
  options: RehearseOptions,
  stage: Stage & { baseMs: number },
): Promise<void> {
  const { where, timeline, baseMs } = stage
  timeline.say(
    `\n  The next receiver fails. Its first retry comes after ${baseMs / 1_000} s instead of 60 s.\n`,
  )
  const receiver = await stage.receivers.start(() => ({ status: 500, body: 'not today' }))
  stage.cleanUps.push(() => receiver.close())
  const webhook = await subscribeUntilTheEnd(stage, receiver)
  const ad = await placeAd(where, timeline)
  await install(where, timeline, await openAd(where, timeline, ad))
  await watchRetries({ where, timeline, receiver, webhook, baseMs })
  await save(options, { name: 'resend', receiver, webhook })
}

/** Saves requests of a temporary stack only, because the file contains the webhook's secret. */
async function save(
  { save: folder, against }: RehearseOptions,
  made: { name: string; receiver: Receiver; webhook: Webhook },
): Promise<void> {
  const request = made.receiver.requests.at(-1)
  if (folder === undefined || against !== undefined || request === undefined) return
  await mkdir(folder, { recursive: true })
  await captureDelivery(join(folder, `${made.name}.json`), request, made.webhook.secret)
}
