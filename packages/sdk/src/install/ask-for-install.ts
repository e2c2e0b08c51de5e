import type { Client } from '../client.js'
import type { DynalinkEvent } from '../link-event.js'
import { withQuery } from '../links/link-values.js'
import { makeEvent } from '../links/make-event.js'
import { parseQuery } from '../links/parse-url.js'
import { asObject, required, text, type Wire } from '../wire.js'

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
  // Without it the answer is somebody else's, such as a captive portal's.
  required(answer['matched'] ?? null)
  const isConsentMissing = answer['reason'] === 'consent_missing'
  // The referrer's ids are those of a tap of this link, attributed or not; without a consent none is kept.
  const told =
    link && !isConsentMissing
      ? withQuery(link, parseQuery(text(body, 'install_referrer') ?? ''))
      : link
  // An attribution holds what was true at the click, all but the destination.
  const values = attribution ? { actual_url: link?.['actual_url'], ...attribution } : told
  return { event: values && makeEvent('install', values), isConsentMissing }
}
