import { domainError } from '@throughline/core/errors'
import type { Database } from '@throughline/db/client'
import type { LinkChange } from '@throughline/db/link-changes'
import { findLinkByCode, type LinkRecord } from '@throughline/db/links'
import {
  findProjectByDomain,
  findProjectByPrefix,
  type ProjectRecord,
} from '@throughline/db/projects'
import { promptly } from '@throughline/db/promptly'
import { isDatabaseUnavailable } from '@throughline/db/unavailable'
import { linkPrefixOf } from '../http/hosts.js'
import type { DatabaseWatch } from '../spool/database-watch.js'
import { createRecordCache, type RecordCache } from './record-cache.js'

export interface Lookups {
  /** The project that a host belongs to, or null. */
  project(host: string, linkBaseHost: string): Promise<ProjectRecord | null>
  /** The project's link of a code, archived and expired ones included, or null. */
  link(projectId: string, code: string): Promise<LinkRecord | null>
  /** Something was changed by another process, or by this one. */
  onChange(change: LinkChange): void
  /** Changes may have been missed. */
  onMissed(): void
}

export interface LookupsDeps {
  database: Pick<Database, 'prisma'>
  watch: Pick<DatabaseWatch, 'isAway' | 'report'>
  /** Whether changes are heard. */
  isCurrent: () => boolean
}

/** While changes are heard, for whatever changed without a word; and while they aren't. */
const HEARD_FRESH_MS = 30_000
const UNHEARD_FRESH_MS = 1_000
const KNOWN_HOSTS = 5_000
const KNOWN_LINKS = 50_000

/**
 * Look-ups by host and by code, kept until a change is heard of; those that miss at the same moment share one
 * query. With the database away what was known goes on being answered, up to a day old. A missing code is not
 * kept, so that a link works from the moment it is made; a host without a project is, for a second.
 */
export function createLookups(deps: LookupsDeps): Lookups {
  const db = deps.database.prisma
  const freshMs = () => (deps.isCurrent() ? HEARD_FRESH_MS : UNHEARD_FRESH_MS)
  const links = createRecordCache<LinkRecord>({ max: KNOWN_LINKS, freshMs })
  const hosts = createRecordCache<{ project: ProjectRecord }>({ max: KNOWN_HOSTS, freshMs })
  const strangers = createRecordCache<{ project: null }>({
    max: KNOWN_HOSTS,
    freshMs: () => UNHEARD_FRESH_MS,
  })

  const loadProject = async (host: string, linkBaseHost: string) => {
    const prefix = linkPrefixOf(host, linkBaseHost)
    const project =
      prefix === null ? await findProjectByDomain(db, host) : await findProjectByPrefix(db, prefix)
    if (project !== null) return { project }
    await strangers.load(host, () => Promise.resolve({ project: null }))
    return null
  }
  return {
    async project(host, linkBaseHost) {
      const known = hosts.fresh(host) ?? strangers.fresh(host)
      if (known !== undefined) return known.project
      const load = () => loadProject(host, linkBaseHost)
      return (await loadOrOld(deps.watch, hosts, { key: host, load }))?.project ?? null
    },
    async link(projectId, code) {
      const key = linkKey(projectId, code)
      const load = () => findLinkByCode(db, projectId, code)
      return links.fresh(key) ?? loadOrOld(deps.watch, links, { key, load })
    },
    onChange({ projectId, code }) {
      if (code !== null) {
        links.forget(linkKey(projectId, code))
        return
      }
      links.forgetAll((link) => link.projectId === projectId)
      hosts.forgetAll(({ project }) => project.id === projectId)
      strangers.forgetAll(() => true)
    },
    onMissed() {
      for (const cache of [links, hosts, strangers]) cache.expire()
    },
  }
}

/** Loads a record, or answers what was known before where the database is away. */
async function loadOrOld<Value extends object>(
  watch: LookupsDeps['watch'],
  cache: RecordCache<Value>,
  { key, load }: { key: string; load: () => Promise<Value | null> },
): Promise<Value | null> {
  if (watch.isAway()) return cache.old(key) ?? refuse()
  try {
    return await cache.load(key, () => promptly(load()))
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    watch.report()
    const old = cache.old(key)
    if (old === undefined) throw error
    return old
  }
}

const RETRY_SECONDS = 2

function refuse(): never {
  throw domainError('database_unavailable', 'The database is away just now. Try again shortly.', {
    retryAfterSeconds: RETRY_SECONDS,
  })
}

function linkKey(projectId: string, code: string): string {
  return `${projectId}/${code}`
}
