import type { Client } from '../client.js'
import type { DynalinkEvent } from '../link-event.js'
import { withQuery } from '../links/link-values.js'
import { makeEvent } from '../links/make-event.js'
import { asObject, required, text, type Wire } from '../wire.js'
import { readReferrer } from './read-referrer.js'

export interface InstallAnswer {
  /** Null if the service knows no link. */
  readonly event: DynalinkEvent | null
  /** Consent is missing: the service decides again once the user consents. */
  readonly isUndecided: boolean
  readonly fingerprint: string | null
}

/** Asks which link an install came from; the response for an install never changes. @throws ThroughlineError */
export async function askForInstall({ api }: Client, body: Wire): Promise<InstallAnswer> {
  const answer = await api('POST', '/api/attribution/installs', { body, isRepeatable: true })
  const link = asObject(answer['link'])
  const attribution = asObject(answer['attribution'])
  // Without it, another server responded, such as a captive portal.
  required(answer['matched'] ?? null)
  const isUndecided = /^consent_/.test(String(answer['reason']))
  // The referrer's ids belong to the install, attributed or not; without consent none is stored.
  const told =
    link && !isUndecided
      ? withQuery(link, readReferrer(text(body, 'install_referrer') ?? ''))
      : link
  // An attribution contains the values at the click, except the destination.
  const values = attribution ? { actual_url: link?.['actual_url'], ...attribution } : told
  return {
    event: values && makeEvent('install', values),
    isUndecided,
    fingerprint: text(answer, 'fingerprint'),
  }
}
