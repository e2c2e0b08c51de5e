import { findAttribution } from './api/attributions.js'
import * as campaigns from './api/campaigns.js'
import { createClient, type Client } from './client.js'
import { createDebugHelpers, type DebugHelpers } from './debug.js'
import { createFirstStart, type FirstStart } from './install/first-start.js'
import type { DynamicLinkStream } from './link-event.js'
import type { IdName } from './links/keep-ids.js'
import { createLinkReceiver, type LinkReceiver } from './links/receive-links.js'
import type { ThroughlineOptions } from './options.js'
import { askAdapter } from './platform/ask-adapter.js'
import { newUuid } from './platform/new-uuid.js'
import type {
  AttributionResult,
  Campaign,
  CampaignForm,
  CampaignStats,
  CampaignStatus,
  LinkForm,
} from './records.js'
import { integer, text, toWire } from './wire.js'

const DEFAULT_STATS_DAYS = 30

/** What an app embeds. Make one, before the app's first screen, with `Throughline.initialize`. */
export class Throughline {
  /** Link events; a late listener gets the last one at once. */
  readonly dynamicLinkStream: DynamicLinkStream
  /** Resolves when the URL that started the app and the first start were handled. Never rejects. */
  readonly ready: Promise<void>
  /** For development: each walks an entry path again. */
  readonly debug: DebugHelpers

  private readonly client: Client
  private readonly firstStart: FirstStart
  private readonly stopListening: () => void

  /**
   * Begins to listen for links, and reports the first start. It returns at once; there is nothing to wait for.
   *
   * @throws ThroughlineError `bad_options`, which says what to do
   */
  static initialize(options: ThroughlineOptions): Throughline {
    return new Throughline(options)
  }

  private constructor(options: ThroughlineOptions) {
    const client = createClient(options)
    const links = createLinkReceiver(client)
    this.client = client
    this.firstStart = createFirstStart(client, links, options.consent)
    this.dynamicLinkStream = { subscribe: (listener) => client.stream.subscribe(listener) }
    this.debug = createDebugHelpers(client, links)
    this.stopListening = client.adapters.links.subscribe((url) => {
      links.receive(url)
    })
    this.ready = this.start(links)
  }

  /** Ends listening and trying again. Calls that are under way go on. */
  close(): void {
    this.stopListening()
    this.firstStart.stop()
  }

  /** What the user decided on being matched; an install that waited for it is reported now. */
  setConsent(isGiven: boolean): Promise<void> {
    return this.firstStart.setConsent(isGiven)
  }

  /** The last known value, of whatever link brought it; null before the first. So are the next ones. */
  getLastGclid = () => this.last('gclid')
  getLastGbraid = () => this.last('gbraid')
  getLastFbclid = () => this.last('fbclid')
  getLastTtclid = () => this.last('ttclid')
  getLastTwclid = () => this.last('twclid')
  getLastLiFatId = () => this.last('li_fat_id')
  getLastCampaignId = async (): Promise<number | null> =>
    integer({ id: await this.last('campaign_id') }, 'id')

  /** The newest attribution of a fingerprint; null where there is none. */
  getAttributionByFingerprint(fingerprint: string): Promise<AttributionResult | null> {
    return findAttribution(this.client.api, 'fingerprint', fingerprint)
  }

  /** The most recent attribution of a link; null where there is none. */
  getAttributionByCode(code: string): Promise<AttributionResult | null> {
    return findAttribution(this.client.api, 'code', code)
  }

  /** Makes a short link; answers its URL. */
  async createShortenedLink(form: LinkForm): Promise<string> {
    const request = { body: toWire(form), idempotencyKey: newUuid(this.client.runtime) }
    const link = await this.client.api({ method: 'POST', path: '/api/links', ...request })
    return text(link, 'short_url') ?? ''
  }

  /** All campaigns, or those of one status, newest first. */
  getCampaigns(status?: CampaignStatus): Promise<Campaign[]> {
    return campaigns.listCampaigns(this.client.api, status)
  }

  getCampaign(id: number): Promise<Campaign> {
    return campaigns.readOneCampaign(this.client.api, id)
  }

  /** Clicks of the last days, today in UTC included. */
  getCampaignStats(id: number, days = DEFAULT_STATS_DAYS): Promise<CampaignStats> {
    return campaigns.readCampaignStats(this.client.api, id, days)
  }

  createCampaign(form: CampaignForm): Promise<Campaign> {
    return campaigns.createCampaign(this.client.api, form, newUuid(this.client.runtime))
  }

  /** Changes what the form names and keeps the rest; null clears. */
  updateCampaign(id: number, form: Partial<CampaignForm>): Promise<Campaign> {
    return campaigns.updateCampaign(this.client.api, id, form)
  }

  /** The service archives it: what an owner has cannot be destroyed by the key that ships inside apps. */
  deleteCampaign(id: number): Promise<void> {
    return campaigns.deleteCampaign(this.client.api, id)
  }

  private async start(links: LinkReceiver): Promise<void> {
    const client = this.client
    void client.clicks.flush()
    const source = client.adapters.links
    const url = await askAdapter(client, 'links', () => source.getInitialUrl())
    if (url !== null) links.receiveInitial(url)
    await this.firstStart.run()
    await links.idle()
  }

  private last(name: IdName): Promise<string | null> {
    return this.client.store.get(name)
  }
}
