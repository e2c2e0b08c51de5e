import type { Adapters, Runtime } from './adapters.js'
import type { Api } from './http/api.js'
import type { Log } from './platform/log.js'
import type { Store } from './platform/store.js'
import type { Config } from './read-options.js'

export interface ClientParts {
  readonly config: Config
  readonly adapters: Adapters
  readonly runtime: Runtime
  readonly log: Log
  readonly store: Store
  readonly api: Api
}
