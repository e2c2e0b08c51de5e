import type { ClientParts } from '../client-parts.js'
import { createTurns } from '../platform/in-turn.js'
import { newUuid } from '../platform/new-uuid.js'

const INSTALL_ID = 'install_id'

/** Created once and stored before use. Null if the storage cannot be read: a second id is a second install. */
export function createInstallId({ store, runtime }: ClientParts): () => Promise<string | null> {
  // One at a time: two concurrent first readers must get the same id.
  const inTurn = createTurns()
  return () =>
    inTurn(async () => {
      const known = await store.get(INSTALL_ID)
      if (known !== null) return known ?? null
      const id = newUuid(runtime)
      await store.set(INSTALL_ID, id)
      return id
    })
}
