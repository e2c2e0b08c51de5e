import type { ClientParts } from './client-parts.js'
import { createApi } from './http/api.js'
import { createInstallId } from './install/install-id.js'
import { readDevice } from './install/read-device.js'
import { createClickQueue, type ClickQueue } from './links/click-queue.js'
import { createEventStream, type EventStream } from './links/event-stream.js'
import { createLinkDomains, type LinkDomains } from './links/link-domains.js'
import type { ThroughlineOptions } from './options.js'
import { createLog } from './platform/log.js'
import { platformRuntime } from './platform/runtime.js'
import { createStore } from './platform/store.js'
import { readOptions } from './read-options.js'

export interface Client extends ClientParts {
  readonly domains: LinkDomains
  readonly clicks: ClickQueue
  readonly stream: EventStream
  readonly device: () => ReturnType<typeof readDevice>
  readonly installId: ReturnType<typeof createInstallId>
}

export function createClient(options: ThroughlineOptions): Client {
  const config = readOptions(options)
  const { adapters, logger } = options
  const { runtime = platformRuntime } = adapters
  const log = createLog(logger, config.publicKey)
  const store = createStore(adapters.storage, log, runtime)
  const api = createApi({ ...adapters, ...config, runtime }, (path) => {
    // The calls of clicks flush by themselves.
    if (!path.endsWith('/click')) void clicks.flush()
  })
  const parts = { config, adapters, runtime, log, store, api }
  const clicks = createClickQueue(parts)
  let device: Awaited<ReturnType<typeof readDevice>> = null
  return {
    ...parts,
    clicks,
    domains: createLinkDomains(parts),
    stream: createEventStream(log),
    installId: createInstallId(parts),
    device: async () => (device ??= await readDevice(parts)),
  }
}
