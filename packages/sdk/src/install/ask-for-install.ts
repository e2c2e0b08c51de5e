import type { Client } from '../client.js'
import type { DynalinkEvent } from '../link-event.js'
import { withQuery } from '../links/link-values.js'
import { makeEvent } from '../links/make-event.js'
import { asObject, required, text, type Wire } from '../wire.js'
import { readReferrer } from './read-referrer.js'

export interface InstallAnswer {
  /** Null where the service knows no link. */
  readonly event: DynalinkEvent | null
  /** For want of a consent: the service decides again once the user consents. */
  readonly isUndecided: boolean
  /** The device's, as the service built it. */
  readonly fingerprint: string | null
}

/**
 * Asks which link an install came by. The same install may be asked for again: the answer stays the same.
 *
 * @throws ThroughlineError
 */
export async function askForInstall({ api }: Client, body: Wire): Promise<InstallAnswer> {
  const answer = await api('POST', '/api/attribution/installs', { body, isRepeatable: true })
  const link = asObject(answer['link'])
  const attribution = asObject(answer['attribution'])
  // Without it the answer is somebody else's, such as a captive portal's.
  required(answer['matched'] ?? null)
  const isUndecided = /^consent_/.test(String(answer['reason']))
  // The referrer's ids are the install's own, attributed or not; without a consent none is kept.
  const told =
    link && !isUndecided
      ? withQuery(link, readReferrer(text(body, 'install_referrer') ?? ''))
      : link
  // An attribution holds what was true at the click, all but the destination.
  const values = attribution ? { actual_url: link?.['actual_url'], ...attribution } : told
  return {
    event: values && makeEvent('install', values),
    isUndecided,
    fingerprint: text(answer, 'fingerprint'),
  }
}
