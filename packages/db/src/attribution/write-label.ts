// Raw SQL: Prisma has no upsert of many rows that adds to them.
import { inTransaction, type Database, type Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

/** A value is counted by its name once it was seen from this many addresses. Rarer ones could identify a person. */
export const MIN_ADDRESSES = 20

export interface NewLabel {
  projectId: string
  platform: string
  /** `2026-03-01`, UTC; the day of the salt of the hashes. */
  day: string
  addressHash: Uint8Array
  /** The hash for all labels, in place of a value's hash. */
  labelHash: Uint8Array
  verdict: 'right' | 'wrong' | 'silent'
  observations: LabelObservation[]
}

export interface LabelObservation {
  signal: string
  relation: string
  bucket: string
  agrees: boolean
  /** Null if the bucket is always counted by its name. */
  rare: { valueHash: Uint8Array; otherBucket: string } | null
}

/** Adds a label to its project's counts; returns whether it counted. Only an address's first install of a day does. */
export function writeLabel(database: Pick<Database, 'prisma'>, label: NewLabel): Promise<boolean> {
  return inTransaction(database, async (db) => {
    if (!(await isFirstOfDay(db, label))) return false
    const common = await findCommonValues(db, label)
    await addCounts(db, label, common)
    await addVerdict(db, label)
    return true
  })
}

async function isFirstOfDay(db: Db, { day, labelHash, addressHash }: NewLabel): Promise<boolean> {
  const inserted = await db.$executeRaw`
    INSERT INTO match_sightings (day, value_hash, address_hash)
    VALUES (${day}::date, decode(${toHex(labelHash)}, 'hex'), decode(${toHex(addressHash)}, 'hex'))
    ON CONFLICT DO NOTHING`
  return inserted === 1
}

async function findCommonValues(db: Db, label: NewLabel): Promise<Set<string>> {
  const { day, addressHash, observations } = label
  const hashes = observations.flatMap(({ rare }) => (rare === null ? [] : [toHex(rare.valueHash)]))
  if (hashes.length === 0) return new Set()
  // A value needs only as many rows as prove it common. The order by key prevents deadlocks between processes.
  await db.$executeRaw`
    INSERT INTO match_sightings (day, value_hash, address_hash)
    SELECT DISTINCT ${day}::date, decode(hash, 'hex'), decode(${toHex(addressHash)}, 'hex')
      FROM unnest(${hashes}::text[]) AS hash
     WHERE ${countAddresses(day)} < ${MIN_ADDRESSES}::integer
     ORDER BY 2
    ON CONFLICT DO NOTHING`
  const rows = await db.$queryRaw<{ hash: string }[]>`
    SELECT hash FROM unnest(${hashes}::text[]) AS hash WHERE ${countAddresses(day)} >= ${MIN_ADDRESSES}::integer`
  return new Set(rows.map(({ hash }) => hash))
}

const countAddresses = (day: string) => Prisma.sql`
  (SELECT count(*) FROM (SELECT FROM match_sightings s
     WHERE s.day = ${day}::date AND s.value_hash = decode(hash, 'hex') LIMIT ${MIN_ADDRESSES}::integer) AS seen)`

async function addCounts(db: Db, label: NewLabel, common: Set<string>): Promise<void> {
  const rows = label.observations.map(({ signal, relation, bucket, agrees, rare }) => ({
    signal,
    relation,
    bucket: rare === null || common.has(toHex(rare.valueHash)) ? bucket : rare.otherBucket,
    agrees: agrees ? 1 : 0,
    differs: agrees ? 0 : 1,
  }))
  await db.$executeRaw`
    INSERT INTO match_counts AS c (week, project_id, platform, signal, relation, bucket, agrees, differs)
    SELECT date_trunc('week', ${label.day}::date)::date, ${label.projectId}::uuid, ${label.platform}, signal, relation,
           bucket, sum(agrees), sum(differs)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS row (signal text, relation text, bucket text, agrees integer, differs integer)
     GROUP BY signal, relation, bucket ORDER BY signal, relation, bucket
    ON CONFLICT (week, project_id, platform, signal, relation, bucket) DO UPDATE
       SET agrees = c.agrees + EXCLUDED.agrees, differs = c.differs + EXCLUDED.differs`
}

async function addVerdict(db: Db, label: NewLabel): Promise<void> {
  const { projectId, platform, verdict } = label
  const [right, wrong, silent] = ['right', 'wrong', 'silent'].map((one) => Number(one === verdict))
  await db.$executeRaw`
    INSERT INTO match_quality AS q (project_id, platform, day, right_count, wrong_count, silent_count)
    VALUES (${projectId}::uuid, ${platform}, ${label.day}::date, ${right}, ${wrong}, ${silent})
    ON CONFLICT (project_id, platform, day) DO UPDATE
       SET right_count = q.right_count + EXCLUDED.right_count, wrong_count = q.wrong_count + EXCLUDED.wrong_count,
           silent_count = q.silent_count + EXCLUDED.silent_count`
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
