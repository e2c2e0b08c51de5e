import type { Client } from '../client.js'
import type { DynalinkEvent } from '../link-event.js'
import { makeEvent } from '../links/make-event.js'
import { parseQuery } from '../links/parse-url.js'
import { asObject, text, type Wire } from '../wire.js'

export interface InstallDecision {
  /** Null where the service knows no link. */
  readonly event: DynalinkEvent | null
  /** The service waits for the user's consent: it decides anew when that comes. */
  readonly isConsentMissing: boolean
}

/**
 * Asks which link an install came by. The same install may be asked for again: the answer stays the same.
 *
 * @throws ThroughlineError
 */
export async function sendInstall(client: Client, body: Wire): Promise<InstallDecision> {
  const path = '/api/attribution/installs'
  const answer = await client.api({ method: 'POST', path, body, isRepeatable: true })
  const link = asObject(answer['link'])
  const attribution = asObject(answer['attribution'])
  if (link === null && attribution === null) logMissingLink(client, body)
  return {
    event:
      link === null && attribution === null
        ? null
        : // An attribution is what was true at the click; the link is there for what an attribution does not hold.
          makeEvent(
            'install',
            attribution === null ? { ...link } : { ...only(link), ...attribution },
          ),
    isConsentMissing: text(answer, 'reason') === 'consent_missing',
  }
}

function only(link: Wire | null): Wire {
  return { actual_url: link?.['actual_url'] }
}

function logMissingLink({ log }: Client, body: Wire): void {
  const { dyna_code: code } = parseQuery(text(body, 'install_referrer') ?? '')
  if (code !== undefined) log.warn(`No link resolved for code "${code}"`)
}
