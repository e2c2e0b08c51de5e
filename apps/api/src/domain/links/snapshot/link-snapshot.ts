import { createHash, type Hash } from 'node:crypto'
import type { KeyRing } from '@throughline/core/security/key-ring'
import { deriveKey, open, seal } from '@throughline/core/security/secret-box'
import type { Served } from '../served-records.js'
import {
  SERVED_CAMPAIGN_FIELDS,
  SERVED_LINK_FIELDS,
  SERVED_PROJECT_FIELDS,
  type ServedLink,
  type ServedProject,
} from '../served-link.js'

/** The data that a process needs to serve links without the database. It contains no visitors and no clicks. */
export interface LinkSnapshot {
  writtenAt: Date
  rootSecret: Buffer
  salts: Map<string, Uint8Array>
  hosts: Served<ServedHost>[]
  links: Served<ServedLink>[]
}

export interface ServedHost {
  host: string
  project: ServedProject
}

export class SnapshotError extends Error {
  override name = 'SnapshotError'
}

const VERSION = 1
const HOUR_MS = 3_600_000
const OLDEST_MS = 24 * HOUR_MS
const TAIL_BYTES = 100

/** Separates one database's files in SPOOL_DIR from another's. */
export function databaseMark(rootSecret: Uint8Array): string {
  return createHash('sha256').update(deriveKey(rootSecret, 'spool')).digest('hex').slice(0, 12)
}

/** Writes a head with the sealed secrets, then hosts, links and a checksum. Omits lines beyond `maxBytes`. */
export function* toSnapshotLines(
  snapshot: LinkSnapshot,
  { keyRing, maxBytes }: { keyRing: KeyRing; maxBytes: number },
): Generator<string> {
  const hash = createHash('sha256')
  const head = headOf(snapshot, keyRing)
  let bytes = TAIL_BYTES
  const take = (record: object): string | null => {
    const line = `${JSON.stringify(record)}\n`
    bytes += Buffer.byteLength(line)
    if (bytes > maxBytes) return null
    hash.update(line)
    return line
  }
  for (const record of recordsOf(snapshot, head)) {
    const line = take(record)
    if (line === null) break
    yield line
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

function* recordsOf(snapshot: LinkSnapshot, head: object): Generator<object> {
  const hourOf = (agoMs: number) => Math.floor((snapshot.writtenAt.getTime() - agoMs) / HOUR_MS)
  yield head
  for (const { value, agoMs } of snapshot.hosts)
    yield {
      hour: hourOf(agoMs),
      host: value.host,
      project: pick(value.project, SERVED_PROJECT_FIELDS),
    }
  for (const { value, agoMs } of snapshot.links) {
    const campaign = value.campaign && pick(value.campaign, SERVED_CAMPAIGN_FIELDS)
    yield { hour: hourOf(agoMs), link: { ...pick(value, SERVED_LINK_FIELDS), campaign } }
  }
}

function headOf({ writtenAt, rootSecret, salts }: LinkSnapshot, keyRing: KeyRing): object {
  const database = databaseMark(rootSecret)
  const secrets = {
    root: rootSecret.toString('base64'),
    salts: [...salts].map(([day, salt]) => [day, Buffer.from(salt).toString('base64')]),
  }
  const sealed = seal(keyRing, JSON.stringify(secrets), sealedFor(database))
  return { version: VERSION, writtenAt: writtenAt.toISOString(), database, sealed }
}

function sealedFor(database: string): string {
  return `link-snapshot ${database}`
}

export function readSnapshotLines(text: string, keyRing: KeyRing, now: Date): LinkSnapshot {
  const [head, ...records] = parseLines(text)
  if (head.version !== VERSION) throw new SnapshotError('its version differs')
  const writtenAt = new Date(head.writtenAt)
  const ageMs = now.getTime() - writtenAt.getTime()
  if (!(ageMs <= OLDEST_MS)) throw new SnapshotError('it is older than 24 hours')
  const { root, salts } = openSecrets(head, keyRing)
  const agoMs = (hour: number) => Math.max(0, now.getTime() - (hour + 1) * HOUR_MS)
  return {
    writtenAt,
    rootSecret: Buffer.from(root, 'base64'),
    salts: new Map(salts.map(([day, salt]) => [day, Buffer.from(salt, 'base64')])),
    hosts: records.flatMap((record) =>
      'host' in record
        ? [{ value: { host: record.host, project: record.project }, agoMs: agoMs(record.hour) }]
        : [],
    ),
    links: records.flatMap((record) =>
      'link' in record ? [{ value: toLink(record.link), agoMs: agoMs(record.hour) }] : [],
    ),
  }
}

type Head = { version: number; writtenAt: string; database: string; sealed: string }
type StoredLink = Omit<ServedLink, 'expiresAt' | 'archivedAt'> & { expiresAt: string | null }
type StoredRecord =
  { hour: number; host: string; project: ServedProject } | { hour: number; link: StoredLink }

/** The checksum proves that one of our processes wrote the lines. */
function parseLines(text: string): [Head, ...StoredRecord[]] {
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const body = text.slice(0, end)
  const hash: Hash = createHash('sha256').update(body)
  if (text.slice(end) !== `${JSON.stringify({ sha256: hash.digest('hex') })}\n` || end === 0)
    throw new SnapshotError('it is damaged')
  const lines = body.slice(0, -1).split('\n')
  return lines.map((line) => JSON.parse(line) as unknown) as [Head, ...StoredRecord[]]
}

function openSecrets(
  { database, sealed }: Head,
  keyRing: KeyRing,
): { root: string; salts: [day: string, salt: string][] } {
  try {
    return JSON.parse(open(keyRing, sealed, sealedFor(database))) as ReturnType<typeof openSecrets>
  } catch (error) {
    throw new SnapshotError('SECRETS_KEYS cannot decrypt it', { cause: error })
  }
}

function toLink(link: StoredLink): ServedLink {
  const { expiresAt } = link
  return { ...link, archivedAt: null, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
}

function pick<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>
}
