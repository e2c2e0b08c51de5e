import { isIP } from 'node:net'
import { siteRefusal } from '@throughline/core/webhooks/webhook-address'
import {
  createHostReach as createReach,
  type HostReach,
  type ResolveHost,
} from '@throughline/runtime/host-reach'
import type { CliConfig } from '../config.js'

type ReachConfig = Pick<CliConfig, 'publicUrl' | 'linkBaseHost' | 'allowNets'>

/** How `doctor` reaches link hosts: those of customers only at addresses that deliveries may reach. */
export function createHostReach(
  config: ReachConfig,
  options: { resolve?: ResolveHost; ca?: string[] } = {},
): HostReach {
  return createReach({
    ...config,
    ...options,
    refusalOf: (host, address) => siteRefusal({ host, address, isLiteral: isIP(host) > 0 }, config),
  })
}
