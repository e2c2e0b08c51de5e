import type { Device } from '../adapters.js'
import type { ClientParts } from '../client-parts.js'
import { askAdapter } from '../platform/ask-adapter.js'
import { toWire, type Wire } from '../wire.js'

/**
 * Platform and device in the service's form; null if there is none. Values that a platform does not know are 0 or
 * empty, which the service rejects: one such value must not lose an install.
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
