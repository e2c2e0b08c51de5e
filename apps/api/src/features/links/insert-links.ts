import { generateShortCode } from '@throughline/core/links/short-code'
import type { Db } from '@throughline/db/connection/database'
import { insertLinks as insertRows, type LinkRecord } from '@throughline/db/links/links'
import type { PlannedLink } from './link-columns.js'

/** A second collision among 27 billion codes means a full project or a broken generator. */
const MAX_TRIES = 5

/** Returns the links in order; null for one whose own code is taken. Replaces generated codes after a collision. */
export async function insertLinks(
  db: Db,
  links: readonly PlannedLink[],
  newCode = generateShortCode,
): Promise<(LinkRecord | null)[]> {
  const made = links.map((): LinkRecord | null => null)
  const codes = new Set(links.flatMap(({ code }) => code ?? []))
  let open = [...links.entries()]
  for (let tries = 0; tries < MAX_TRIES && open.length > 0; tries += 1) {
    const rows = open.map(([, link]) => ({ ...link, code: link.code ?? freshCode(codes, newCode) }))
    const byCode = new Map((await insertRows(db, rows)).map((link) => [link.code, link]))
    open.forEach(([index], place) => {
      made[index] = byCode.get(rows[place]?.code ?? '') ?? null
    })
    open = open.filter(([index, link]) => made[index] === null && link.code === null)
  }
  if (open.length > 0) throw new Error(`No free code found in ${MAX_TRIES} tries`)
  return made
}

function freshCode(codes: Set<string>, newCode: () => string): string {
  const code = newCode()
  if (codes.has(code)) return freshCode(codes, newCode)
  codes.add(code)
  return code
}
