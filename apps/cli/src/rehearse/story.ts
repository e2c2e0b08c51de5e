import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ReceivedRequest, Receiver } from '@throughline/testkit/receiver'
import { Webhook as WebhookVerifier } from 'standardwebhooks'
import { expectApi, openOnPhone, type Installation } from './installation.js'
import { must } from './must.js'
import { phoneWith, readLandingPage } from './phone.js'
import type { Notes, Timeline } from './timeline.js'

export interface Webhook {
  id: number
  secret: string
}

export interface Ad {
  code: string
  campaignId: number
}

const GCLID = 'Cj0KCQjw-rehearsal_ABC'
const FBCLID = 'IwAR0-rehearsal-xyz'

/** Creates a campaign and a deep link in it. */
export async function placeAd(where: Installation, timeline: Timeline): Promise<Ad> {
  const campaign = await timeline.step('the owner creates a campaign', async (notes) => {
    const body = {
      name: 'Été 2026',
      status: 'active',
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'ete-2026',
    }
    const made = await expectApi<{ id: number; name: string }>(where, {
      method: 'POST',
      path: '/api/campaigns',
      body,
      status: 201,
    })
    notes.push(`campaign ${made.id} "${made.name}"`)
    return made
  })
  return timeline.step('the owner creates a deep link in it', async (notes) => {
    const body = {
      actual_url: 'https://shop.example.com/sale?item=7',
      is_deeplink: true,
      campaign_id: campaign.id,
      android_package_name: 'com.example.shop',
      android_url: 'https://play.google.com/store/apps/details?id=com.example.shop',
    }
    const link = await expectApi<{ code: string; short_url: string }>(where, {
      method: 'POST',
      path: '/api/links',
      body,
      status: 201,
    })
    notes.push(link.short_url)
    return { code: link.code, campaignId: campaign.id }
  })
}

/** Opens the link on an Android phone. Returns the referrer that Google Play passes to the app. */
export function openAd(where: Installation, timeline: Timeline, ad: Ad): Promise<string> {
  return timeline.step('a visitor taps the ad on a phone', async (notes) => {
    const path = `/${ad.code}?gclid=${GCLID}&fbclid=${FBCLID}`
    const reply = await openOnPhone(where, { path, userAgent: phoneWith('android').userAgent })
    must(
      reply.status === 200,
      `a deep link must return the landing page to a phone, but returned ${reply.status}: ${reply.text.slice(0, 300)}`,
    )
    const { schemeUrl, storeUrl, referrer } = readLandingPage(reply.text)
    must(schemeUrl !== null, 'the landing page must link to the app by its scheme')
    must(storeUrl !== null, 'the landing page must link to the store')
    must(referrer !== null, 'the store link must contain a referrer')
    must(schemeUrl.includes(`gclid=${GCLID}`), 'the link to the app must contain the gclid')
    notes.push(`GET http://${where.linkHost}${path}`)
    notes.push(`200, ${Buffer.byteLength(reply.text)} bytes of landing page`)
    notes.push(`app    ${shorten(schemeUrl)}`)
    notes.push(`store  ${shorten(storeUrl)}`)
    return referrer
  })
}

interface InstallAnswer {
  matched: boolean
  match_type: string | null
  confidence: number
  reason: string | null
  attribution: Record<string, unknown> | null
}

/** Reports the first start of the app, with Google Play's referrer. */
export function install(
  where: Installation,
  timeline: Timeline,
  referrer: string,
): Promise<InstallAnswer> {
  return timeline.step(
    'the app is installed and opened with the referrer from Google Play',
    async (notes) => {
      const body = {
        install_id: randomUUID(),
        platform: 'android',
        install_referrer: referrer,
      }
      const answer = await expectApi<InstallAnswer>(where, {
        method: 'POST',
        path: '/api/attribution/installs',
        body,
        isApp: true,
        status: 200,
      })
      must(
        answer.matched && answer.match_type === 'referrer' && answer.confidence === 1,
        `the referrer must match the click with confidence 1: ${JSON.stringify(answer)}`,
      )
      must(
        answer.attribution?.['gclid'] === GCLID && answer.attribution['fbclid'] === FBCLID,
        'the attribution must contain the click ids unchanged',
      )
      notes.push(`matched by ${answer.match_type}, confidence ${answer.confidence}`)
      notes.push(`campaign "${String(answer.attribution['campaign_name'])}", gclid ${GCLID}`)
      return answer
    },
  )
}

/** Subscribes a receiver to installs. */
export function subscribe(
  where: Installation,
  timeline: Timeline,
  receiver: Receiver,
): Promise<Webhook> {
  return timeline.step('the owner creates a webhook', async (notes) => {
    const body = { url: receiver.url('/hooks/installs'), events: ['install_attributed'] }
    const webhook = await expectApi<Webhook & { url: string }>(where, {
      method: 'POST',
      path: '/api/webhooks',
      body,
      status: 201,
    })
    must(webhook.secret.startsWith('whsec_'), 'the secret must start with whsec_')
    notes.push(`webhook ${webhook.id} to ${webhook.url}, secret ${webhook.secret.slice(0, 12)}…`)
    return webhook
  })
}

/** Waits for the signed delivery and verifies it with independent implementations. */
export async function receiveDelivery(parts: {
  where: Installation
  timeline: Timeline
  receiver: Receiver
  webhook: Webhook
  ad: Ad
}): Promise<void> {
  const { where, timeline, receiver, webhook, ad } = parts
  const received = await timeline.step(
    'the receiver receives the signed webhook',
    async (notes) => {
      const [request] = await receiver.waitForRequests(1, 15_000)
      must(request !== undefined, 'the delivery must arrive within 15 s')
      notes.push(`${request.method} ${request.path}`)
      for (let index = 0; index < request.rawHeaders.length; index += 2)
        notes.push(`${request.rawHeaders[index] ?? ''}: ${request.rawHeaders[index + 1] ?? ''}`)
      notes.push('', request.body.toString('utf8'))
      return request
    },
  )
  await timeline.step('independent implementations verify the signatures', (notes) => {
    verifyWithOthers(received, webhook.secret, notes)
  })
  await timeline.step('the API returns the same bytes and shows the delivery', async (notes) => {
    const stored = await expectApi<Record<string, unknown>>(where, {
      method: 'GET',
      path: `/api/attribution/code/${ad.code}`,
      isApp: true,
      status: 200,
    })
    must(
      JSON.stringify(stored) === received.body.toString('utf8'),
      'the API must return the payload that was delivered',
    )
    const delivery = await settled(where, String(received.headers['webhook-id']), 'succeeded')
    notes.push(`delivery ${delivery.id}: ${delivery.state}, ${delivery.attempts_made} attempt`)
  })
}

/** Verifies both signatures of a delivery with independent implementations. Throws if one is invalid. */
function verifyWithOthers(received: ReceivedRequest, secret: string, notes: Notes): void {
  const { headers, body } = received
  new WebhookVerifier(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  })
  notes.push('webhook-signature     valid (standardwebhooks package)')
  const hex = hmacByOpenssl(body, secret)
  if (hex === null) {
    notes.push('X-Service-Signature   not verified: openssl is not installed')
    return
  }
  must(
    hex === headers['x-service-signature'],
    `X-Service-Signature must equal the value that openssl computes, which is ${hex}`,
  )
  notes.push('X-Service-Signature   valid (openssl dgst -sha256 -hmac)')
}

function hmacByOpenssl(body: Buffer, secret: string): string | null {
  const run = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: body,
    encoding: 'utf8',
  })
  if (run.error !== undefined || run.status !== 0) return null
  return (
    run.stdout
      .trim()
      .split(/[\s=]+/)
      .at(-1) ?? null
  )
}

export interface Delivery {
  id: string
  state: string
  attempts_made: number
  attempts: {
    number: number
    trigger: string
    outcome: string
    status_code: number | null
    duration_ms: number
    started_at: string
  }[]
}

const SETTLE_TIMEOUT_MS = 15_000

/** Polls a delivery until it is in a state: the receiver responds shortly before the attempt is recorded. */
export async function settled(where: Installation, id: string, state: string): Promise<Delivery> {
  const until = performance.now() + SETTLE_TIMEOUT_MS
  for (;;) {
    const delivery = await expectApi<Delivery>(where, {
      method: 'GET',
      path: `/api/deliveries/${id}`,
      status: 200,
    })
    if (delivery.state === state) return delivery
    must(performance.now() < until, `the delivery must become ${state}, but is ${delivery.state}`)
    await setTimeout(50)
  }
}

function shorten(url: string): string {
  return url.length > 110 ? `${url.slice(0, 107)}…` : url
}
