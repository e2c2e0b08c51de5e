import { randomBytes } from 'node:crypto'
import type { Db } from '../connection/database.js'

const SALT_BYTES = 32

/** Returns the salt of a day (`2026-03-01`, UTC). Do not call it in a transaction, which may not see a new salt. */
export async function findDailySalt(db: Db, day: string): Promise<Uint8Array> {
  const found = await readSalt(db, day)
  if (found !== null) return found
  const salt = Uint8Array.from(randomBytes(SALT_BYTES))
  await db.dailySalt.createMany({ data: [{ day: new Date(day), salt }], skipDuplicates: true })
  const made = await readSalt(db, day)
  if (made === null)
    throw new Error(`The salt of ${day} was deleted immediately after its creation`)
  return made
}

async function readSalt(db: Db, day: string): Promise<Uint8Array | null> {
  const row = await db.dailySalt.findUnique({ where: { day: new Date(day) } })
  return row?.salt ?? null
}
