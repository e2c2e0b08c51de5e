import type { Device } from '../adapters.js'
import type { ClientParts } from '../client-parts.js'
import { askAdapter } from '../platform/ask-adapter.js'
import { toWire, type Wire } from '../wire.js'

/**
 * Platform and device as the service takes them; null where there is none. What a platform does not know comes as 0 or
 * as nothing, which the service refuses: one odd value must not cost an install.
 */
export async function readDevice(client: ClientParts) {
  const device = await askAdapter<Device>(client, 'device', () =>
    client.adapters.device.getDevice(),
  )
  if (!device) return null
  const { platform, installedAt: installed_at, ...facts } = device
  const known = Object.entries(facts).filter(([, value]) => Boolean(value))
  return { platform, device: toWire(Object.fromEntries(known)), installed_at } satisfies Wire
}
