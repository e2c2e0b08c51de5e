import { findAttribution } from './calls/attribution-calls.js'
import { codeOf } from './errors.js'
import { askForInstall } from './install/ask-for-install.js'
import type { DynalinkEvent } from './link-event.js'
import { keepIds } from './links/keep-ids.js'
import { makeEvent } from './links/make-event.js'
import { decode } from './links/parse-url.js'
import type { Client } from './client.js'
import type { Throughline } from './throughline.js'
import { INTERNALS, type Internals } from './internals.js'
import { newUuid } from './platform/new-uuid.js'
import type { Wire } from './wire.js'

/**
 * Walks an entry path again, against the real service; each resolves to the event that the app got, or null. None
 * claims or records a click, and none sends webhooks as a real install does.
 */
export interface DebugHelpers {
  /**
   * Reports a test install with this referrer, under an install id of its own: the service makes the full decision, and
   * claims nothing.
   *
   * @param url a Play store URL with a `referrer`, or any URL or text with `dyna_code`, `actual_url` and click ids
   */
  replayInstallReferrer(url: string): Promise<DynalinkEvent | null>
  /** As if the app had just been installed on the device of this fingerprint: reads its attribution. */
  replayFingerprint(fingerprint: string): Promise<DynalinkEvent | null>
  /** As if the system had handed over this short link: resolves it, and sends no click. */
  replayShortLink(url: string): Promise<DynalinkEvent | null>
}

/** Makes the debug helpers, which stand apart so that what is shipped need not have them. */
export function debugHelpers(throughline: Throughline): DebugHelpers {
  const { client, links, readConsent } = internalsOf(throughline)
  const tell = async (event: DynalinkEvent | null) => {
    if (event === null) return null
    await keepIds(client.store, event)
    client.stream.emit(event)
    return event
  }
  return {
    replayShortLink: links.replay,
    async replayInstallReferrer(url) {
      const facts = {
        ...((await client.device()) ?? { platform: 'android' }),
        installed_at: undefined,
      }
      const install_id = newUuid(client.runtime)
      const consent = await readConsent()
      const body = { install_id, ...facts, install_referrer: referrerOf(url), consent, test: true }
      return tell((await askForInstall(client, body)).event)
    },
    async replayFingerprint(fingerprint) {
      const attribution = await findAttribution(client.api, 'fingerprint', fingerprint)
      if (attribution === null) return null
      const actual_url = await destinationOf(client, attribution)
      return tell(makeEvent('install', { ...attribution, actual_url }))
    },
  }
}

/** @throws Error for anything but what `Throughline.initialize` answered */
function internalsOf(throughline: Throughline): Internals {
  const { [INTERNALS]: internals } = throughline as { [INTERNALS]?: Internals }
  if (!internals) throw new Error('Pass what Throughline.initialize answered.')
  return internals
}

/** The referrer that a store URL carries, else the query, else the text as it stands. */
function referrerOf(url: string): string {
  const [, referrer] = /[?&]referrer=([^&#]*)/.exec(url) ?? []
  return referrer === undefined ? url.replace(/^[^?=]*\?/, '') : decode(referrer)
}

/** Where the attributed link leads today; null where it is gone. */
async function destinationOf({ api }: Client, attribution: Wire): Promise<unknown> {
  try {
    return (await api('GET', `/api/links/${String(attribution['dyna_code'])}`))['actual_url']
  } catch (error) {
    const code = codeOf(error)
    if (code === 'not_found' || code === 'gone') return null
    throw error
  }
}
