import { createAttributionCalls, type AttributionCalls } from './calls/attribution-calls.js'
import { createCampaignCalls, type CampaignCalls } from './calls/campaign-calls.js'
import { createLastValues, type LastValues } from './calls/last-values.js'
import { createLinkCalls, type LinkCalls } from './calls/link-calls.js'
import { createClient, type Client } from './client.js'
import { createFirstStart, type FirstStart } from './install/first-start.js'
import { FINGERPRINT } from './install/report-install.js'
import { INTERNALS, type Internals } from './internals.js'
import type { DynamicLinkStream } from './link-event.js'
import { createLinkReceiver, type LinkReceiver } from './links/receive-links.js'
import type { ThroughlineOptions } from './options.js'
import { askAdapter } from './platform/ask-adapter.js'
import { newUuid } from './platform/new-uuid.js'

/** The SDK in an app. Create one with `Throughline.initialize` before the app's first screen. */
export interface Throughline extends LastValues, AttributionCalls, LinkCalls, CampaignCalls {
  readonly dynamicLinkStream: DynamicLinkStream
  /** Resolves when the URL that started the app and the first start have been handled. Never rejects. */
  readonly ready: Promise<void>
  /** The id under which this install is reported; null if the storage cannot be read. Webhooks contain it. */
  getInstallId(): Promise<string | null>
  /** The device's fingerprint, as returned for the install's report; null before. */
  getFingerprint(): Promise<string | null>
  /** Stores the user's decision about matching; reports an install that waited for it. */
  setConsent(isGiven: boolean): Promise<void>
  /** Stops listening and retrying. Running calls continue. */
  close(): void
}

export const Throughline = {
  /** Starts to listen for links and reports the first start. @throws ThroughlineError `bad_options` */
  initialize(options: ThroughlineOptions): Throughline {
    const client = createClient(options)
    const { api, store, stream, adapters, runtime } = client
    const links = createLinkReceiver(client)
    const firstStart = createFirstStart(client, links, options.consent)
    const stopListening = adapters.links.subscribe(links.receive)
    const newKey = () => newUuid(runtime)
    const throughline: Throughline & Record<typeof INTERNALS, Internals> = {
      [INTERNALS]: { client, links, readConsent: firstStart.readConsent },
      ...createLastValues(store),
      ...createAttributionCalls(api),
      ...createLinkCalls(api, newKey),
      ...createCampaignCalls(api, newKey),
      dynamicLinkStream: { subscribe: stream.subscribe },
      ready: start(client, links, firstStart),
      getInstallId: client.installId,
      getFingerprint: async () => (await store.get(FINGERPRINT)) ?? null,
      setConsent: firstStart.setConsent,
      close: () => {
        stopListening()
        firstStart.stop()
      },
    }
    return throughline
  },
}

async function start(client: Client, links: LinkReceiver, firstStart: FirstStart): Promise<void> {
  void client.clicks.flush()
  const url = await askAdapter(client, 'links', () => client.adapters.links.getInitialUrl())
  if (url) links.receiveInitial(url)
  await firstStart.run()
  await links.inTurn(() => Promise.resolve())
}
