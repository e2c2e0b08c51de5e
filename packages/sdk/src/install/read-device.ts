import type { Device } from '../adapters.js'
import type { ClientParts } from '../client-parts.js'
import { askAdapter } from '../platform/ask-adapter.js'
import { toWire, type Wire } from '../wire.js'

/** Platform and device, or null. The service rejects 0 and empty values: one must not lose an install. */
export async function readDevice(client: ClientParts) {
  const device = await askAdapter<Device>(client, 'device', () =>
    client.adapters.device.getDevice(),
  )
  if (!device) return null
  const { platform, installedAt: installed_at, ...facts } = device
  const known = Object.entries(facts).filter(([, value]) => Boolean(value))
  return { platform, device: toWire(Object.fromEntries(known)), installed_at } satisfies Wire
}
