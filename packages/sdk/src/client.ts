import type { Adapters, Device, Runtime } from './adapters.js'
import { createApi, type Api } from './http/api.js'
import { readDevice } from './install/read-device.js'
import { createClickQueue, type ClickQueue } from './links/click-queue.js'
import { createEventStream, type EventStream } from './links/event-stream.js'
import { createLinkDomains, type LinkDomains } from './links/link-domains.js'
import type { ThroughlineOptions } from './options.js'
import { globals } from './platform/globals.js'
import { createLog, type Log } from './platform/log.js'
import { platformRuntime } from './platform/runtime.js'
import { createStore, type Store } from './platform/store.js'
import { readOptions, type Config } from './read-options.js'

/** What every operation works with. */
export interface Client {
  readonly config: Config
  readonly adapters: Adapters
  readonly runtime: Runtime
  readonly log: Log
  readonly store: Store
  readonly api: Api
  readonly domains: LinkDomains
  readonly clicks: ClickQueue
  readonly stream: EventStream
  /** The device's facts, read once; null where there is none. */
  readonly device: () => Promise<Device | null>
}

/**
 * Puts a client together.
 *
 * @throws ThroughlineError `bad_options`
 */
export function createClient(options: ThroughlineOptions): Client {
  const config = readOptions(options)
  const { adapters } = options
  const { runtime = platformRuntime } = adapters
  const log = createLog(options.logger ?? globals.console, config.publicKey)
  const store = createStore(adapters.storage, log)
  const api = createApi({
    ...config,
    runtime,
    fetch: adapters.fetch,
    // The clicks' own calls go on by themselves.
    onSuccess: ({ path }) => {
      if (!path.endsWith('/click')) void clicks.flush()
    },
  })
  const clicks = createClickQueue({ api, store, log })
  let device: Promise<Device | null> | null = null
  return {
    config,
    adapters,
    runtime,
    log,
    store,
    api,
    domains: createLinkDomains(config.linkHosts, { api, store, runtime }),
    clicks,
    stream: createEventStream(log),
    device: () => (device ??= readDevice(adapters.device, { runtime, log })),
  }
}
