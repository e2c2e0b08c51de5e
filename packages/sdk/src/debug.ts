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

/** Repeats an entry path on the real service; resolves to the app's event or null. Claims and records no clicks. */
export interface DebugHelpers {
  /** Reports a test install with the referrer of a Play store URL, or with text that has `dyna_code` or click ids. */
  replayInstallReferrer(url: string): Promise<DynalinkEvent | null>
  /** Reads the attribution of a fingerprint, as if the app had just been installed on its device. */
  replayFingerprint(fingerprint: string): Promise<DynalinkEvent | null>
  replayShortLink(url: string): Promise<DynalinkEvent | null>
}

/** Creates the debug helpers; a separate module, so that released apps can omit it. */
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

/** @throws Error unless the argument is a result of `Throughline.initialize` */
function internalsOf(throughline: Throughline): Internals {
  const { [INTERNALS]: internals } = throughline as { [INTERNALS]?: Internals }
  if (!internals) throw new Error('Pass the result of Throughline.initialize.')
  return internals
}

/** The referrer of a store URL, otherwise the query, otherwise the whole text. */
function referrerOf(url: string): string {
  const [, referrer] = /[?&]referrer=([^&#]*)/.exec(url) ?? []
  return referrer === undefined ? url.replace(/^[^?=]*\?/, '') : decode(referrer)
}

/** The current destination of the attributed link; null if it no longer exists. */
async function destinationOf({ api }: Client, attribution: Wire): Promise<unknown> {
  try {
    return (await api('GET', `/api/links/${String(attribution['dyna_code'])}`))['actual_url']
  } catch (error) {
    const code = codeOf(error)
    if (code === 'not_found' || code === 'gone') return null
    throw error
  }
}
