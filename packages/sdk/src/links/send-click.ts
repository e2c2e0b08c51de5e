import type { Client } from '../client.js'
import { newUuid } from '../platform/new-uuid.js'
import { toWire, type Wire } from '../wire.js'

/** Tells the service of a tap that the link host did not see; with it the click ids, and what phone it was. */
export async function sendClick(client: Client, code: string, values: Wire): Promise<void> {
  const device = await client.device()
  const { platform, osVersion } = device ?? {}
  const clickIds = Object.entries(values).filter(([name]) => CLICK_IDS.includes(name))
  await client.clicks.add({
    code,
    key: newUuid(client.runtime),
    body: { ...toWire({ platform, osVersion }), ...Object.fromEntries(clickIds) },
  })
}

/** All that the service keeps, also those that no event carries. */
const CLICK_IDS = 'gclid gbraid fbclid ttclid twclid li_fat_id wbraid msclkid dclid'.split(' ')
