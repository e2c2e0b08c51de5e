import { type AssociationKind, effectiveFile } from '@throughline/core/association/effective-file'
import { domainError } from '@throughline/core/lib/errors'
import type { Database, Db } from '@throughline/db/connection/database'
import type { LinkChange } from '@throughline/db/links/link-changes'
import { findLinkByCode, findLinksByCodes } from '@throughline/db/links/links'
import { findProjectByDomain, findProjectByPrefix } from '@throughline/db/projects/projects'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { isDatabaseUnavailable } from '@throughline/db/connection/errors'
import { isHostName, linkPrefixOf } from './hosts.js'
import type { DatabaseBreaker } from '../../infra/database-breaker.js'
import { createRecordCache, type RecordCache } from '../../infra/record-cache.js'
import type { ServedLink, ServedProject } from './served-link.js'
import { createServedRecords, type ServedRecords } from './served-records.js'
import { createHash } from 'node:crypto'
import { findAssociation } from '@throughline/db/projects/association'

type MaybePromise<Value> = Value | Promise<Value>

export interface Lookups {
  project(host: string, linkBaseHost: string): MaybePromise<ServedProject | null>
  /** Includes archived and expired links. `beforeGuess` is awaited before a lookup and may throw the response. */
  link(
    projectId: string,
    code: string,
    beforeGuess?: () => Promise<void>,
  ): MaybePromise<ServedLink | null>
  isLinkHost(host: string): boolean
  /** Whether any link is cached that may be served without the database. */
  knowsLinks(): boolean
  file(projectId: string, kind: AssociationKind): Promise<ServedFile>
  served: ServedRecords
  onChange(change: LinkChange): void
  /** Change notifications may have been lost. */
  onInvalidated(): void
}

interface LookupsDeps {
  database: Pick<Database, 'prisma'>
  breaker: Pick<DatabaseBreaker, 'isAway' | 'report'>
  isCurrent: () => boolean
}

/** Maximum age of a record: while notifications arrive (for changes without a notification), and while they do not. */
const CURRENT_FRESH_MS = 30_000
const OUTDATED_FRESH_MS = 1_000
const KNOWN_HOSTS = 5_000
const KNOWN_LINKS = 50_000
const KNOWN_FILES = 5_000
/** A pasted file may have a megabyte; most have a few hundred bytes. */
const KNOWN_FILE_BYTES = 32 * 1024 * 1024

/**
 * Caches lookups until a change notification, and up to a day for outages. A missing code is not cached, so that a new
 * link works immediately. A host without a project is cached for a second. Concurrent misses share a query.
 */
export function createLookups(deps: LookupsDeps): Lookups {
  const db = deps.database.prisma
  const { links, hosts, unknownHosts, files } = createCaches(() =>
    deps.isCurrent() ? CURRENT_FRESH_MS : OUTDATED_FRESH_MS,
  )

  const loadProject = async (host: string, linkBaseHost: string) => {
    const prefix = linkPrefixOf(host, linkBaseHost)
    const project =
      prefix === null ? await findProjectByDomain(db, host) : await findProjectByPrefix(db, prefix)
    if (project !== null) return { project }
    await unknownHosts.load(host, () => Promise.resolve({ project: null }))
    return null
  }
  const loadLink = async (
    { projectId, code, key }: { projectId: string; code: string; key: string },
    beforeGuess?: () => Promise<void>,
  ) => {
    if (beforeGuess !== undefined && links.old(key) === undefined) await beforeGuess()
    const load = () => findLinkByCode(db, projectId, code)
    return loadOrOld(deps.breaker, links, { key, load })
  }
  return {
    project(host, linkBaseHost) {
      const known = hosts.fresh(host) ?? unknownHosts.fresh(host)
      if (known !== undefined) return known.project
      if (!isHostName(host)) return null
      const load = () => loadProject(host, linkBaseHost)
      const loading = loadOrOld(deps.breaker, hosts, { key: host, load })
      return loading.then((found) => found?.project ?? null)
    },
    link(projectId, code, beforeGuess) {
      const key = keyOf(projectId, code)
      return links.fresh(key) ?? loadLink({ projectId, code, key }, beforeGuess)
    },
    isLinkHost: (host) => hosts.old(host) !== undefined,
    knowsLinks: () => links.hasOld() && hosts.hasOld(),
    async file(projectId, kind) {
      const key = keyOf(projectId, kind)
      const known = files.fresh(key)
      if (known !== undefined) return known
      const load = () => loadServedFile(db, projectId, kind)
      return (await loadOrOld(deps.breaker, files, { key, load })) ?? NO_FILE
    },
    served: createServedRecords({
      links,
      hosts,
      loadProject: (host, linkBaseHost) => withDatabaseTimeout(loadProject(host, linkBaseHost)),
      isCurrent: deps.isCurrent,
      loadLinks: (codes) => withDatabaseTimeout(findLinksByCodes(db, codes)),
    }),
    onChange: (change) => invalidateChanged({ links, hosts, unknownHosts, files }, change),
    onInvalidated() {
      for (const cache of [links, hosts, unknownHosts, files]) cache.expire()
    },
  }
}

function invalidateChanged(
  { links, hosts, unknownHosts, files }: ReturnType<typeof createCaches>,
  { projectId, code }: LinkChange,
): void {
  if (code !== null) {
    links.remove(keyOf(projectId, code))
    return
  }
  links.removeWhere((link) => link.projectId === projectId)
  hosts.removeWhere(({ project }) => project.id === projectId)
  files.removeWhere((_file, key) => key.startsWith(`${projectId}/`))
  unknownHosts.removeWhere(() => true)
}

function createCaches(freshMs: () => number) {
  return {
    links: createRecordCache<ServedLink>({ max: KNOWN_LINKS, freshMs }),
    hosts: createRecordCache<{ project: ServedProject }>({ max: KNOWN_HOSTS, freshMs }),
    unknownHosts: createRecordCache<{ project: null }>({
      max: KNOWN_HOSTS,
      freshMs: () => OUTDATED_FRESH_MS,
    }),
    files: createRecordCache<ServedFile>({
      max: KNOWN_FILES,
      bytes: { max: KNOWN_FILE_BYTES, of: ({ bytes }) => bytes },
      freshMs,
    }),
  }
}

const KNOWN_WAIT_MS = 500

async function loadOrOld<Value extends object>(
  breaker: LookupsDeps['breaker'],
  cache: RecordCache<Value>,
  { key, load }: { key: string; load: () => Promise<Value | null> },
): Promise<Value | null> {
  if (breaker.isAway()) return cache.old(key) ?? reject()
  const waitMs = cache.old(key) === undefined ? undefined : KNOWN_WAIT_MS
  try {
    return await cache.load(key, () => withDatabaseTimeout(load(), waitMs))
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    breaker.report()
    const old = cache.old(key)
    if (old === undefined) throw error
    return old
  }
}

const RETRY_SECONDS = 2

function reject(): never {
  throw domainError('database_unavailable', 'The database is unavailable. Try again shortly.', {
    retryAfterSeconds: RETRY_SECONDS,
  })
}

function keyOf(projectId: string, name: string): string {
  return `${projectId}/${name}`
}

interface ServedFile {
  text: string | null
  tag: string
  bytes: number
}

const OWN_BYTES = 200

const NO_FILE: ServedFile = { text: null, tag: '""', bytes: OWN_BYTES }

async function loadServedFile(
  db: Db,
  projectId: string,
  kind: AssociationKind,
): Promise<ServedFile | null> {
  const association = await findAssociation(db, projectId)
  if (association === null) return null
  const { text } = effectiveFile(kind, association)
  if (text === null) return NO_FILE
  const hash = createHash('sha256').update(text).digest('base64url')
  // One character beyond Latin-1 makes every character of a text take two bytes.
  return { text, tag: `"${hash.slice(0, 27)}"`, bytes: OWN_BYTES + 2 * text.length }
}
