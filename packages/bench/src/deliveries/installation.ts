import pg from 'pg'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { startInstallationWith } from '@throughline/testkit/installation'
import type { Backend } from '@throughline/testkit/installation/stores'
import { startReceivers } from './receivers.js'
import { insertWebhooks } from './webhooks.js'
import { noClickIds } from '@throughline/core/links/click-ids'
import { buildAttributionPayload } from '@throughline/core/webhooks/payload'

/** Servers, receivers and webhooks, without the senders. */
export type DeliveriesInstallation = Awaited<ReturnType<typeof startDeliveriesInstallation>>

const WEBHOOKS = 100
const RECEIVER_PORTS = 20

/**
 * Starts PostgreSQL as `npm start` does (each commit flushed to disk), the queue's server and the receivers.
 *
 * @param hasDefaults with PostgreSQL's own settings
 * @param postgresFlags more of its settings, as `name=value`
 */
export function startDeliveriesInstallation(
  backend: Backend,
  hasDefaults = false,
  postgresFlags: string[] = [],
) {
  // The receivers are plain HTTP on loopback.
  const env = { DELIVERY_ALLOW_HTTP: 'true' }
  return startInstallationWith(
    { backend, hasDefaults, postgresFlags, env, output: 'inherit', exitsOnSignal: true },
    async ({ postgres, env: { SECRETS_KEYS = '' }, onClose }) => {
      const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
      onClose(() => pool.end())
      const receivers = await startReceivers(RECEIVER_PORTS)
      onClose(receivers.stop)
      const urls = Array.from(
        { length: WEBHOOKS },
        (_, n) => receivers.urls[n % RECEIVER_PORTS] ?? '',
      )
      const webhooks = await insertWebhooks(pool, parseKeyRing(SECRETS_KEYS), urls)
      return { pool, payload: samplePayload(), receivers, webhooks }
    },
  )
}

/** A payload with the fields that a campaign's click usually fills. */
function samplePayload(): string {
  return buildAttributionPayload({
    code: 'K7MX3QP',
    clickIds: {
      ...noClickIds(),
      gclid: 'Cj0KCQiA-example-gclid-of-about-the-usual-length_wcB',
    },
    fbclidCapturedAt: null,
    campaignId: 42,
    campaignName: 'Spring sale',
    utm: {
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring-2026',
      utm_term: null,
      utm_content: 'header',
    },
    attributedAt: new Date(),
  })
}
