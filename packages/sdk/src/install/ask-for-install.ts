import type { Client } from '../client.js'
import type { DynalinkEvent } from '../link-event.js'
import { makeEvent } from '../links/make-event.js'
import { asObject, type Wire } from '../wire.js'

/**
 * Asks which link an install came by. The same install may be asked for again: the answer stays the same.
 *
 * @returns the event, null where the service knows no link; and whether it decides anew when the user consents
 * @throws ThroughlineError
 */
export async function askForInstall(
  { api }: Client,
  body: Wire,
): Promise<{ event: DynalinkEvent | null; isConsentMissing: boolean }> {
  const answer = await api('POST', '/api/attribution/installs', { body, isRepeatable: true })
  const link = asObject(answer['link'])
  const attribution = asObject(answer['attribution'])
  // An attribution holds what was true at the click, all but the destination.
  const values = attribution ? { actual_url: link?.['actual_url'], ...attribution } : link
  return {
    event: values && makeEvent('install', values),
    isConsentMissing: answer['reason'] === 'consent_missing',
  }
}
