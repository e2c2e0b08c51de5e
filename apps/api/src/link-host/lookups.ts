import type { Database } from '@throughline/db/client'
import { findLinkByCode, type LinkRecord } from '@throughline/db/links'
import {
  findProjectByDomain,
  findProjectByPrefix,
  type ProjectRecord,
} from '@throughline/db/projects'
import { promptly } from '@throughline/db/promptly'
import { LRUCache } from 'lru-cache'
import { linkPrefixOf } from '../http/hosts.js'

export interface Lookups {
  /** The project that a host belongs to, or null. */
  project(host: string, linkBaseHost: string): Promise<ProjectRecord | null>
  /** The project's link of a code, archived and expired ones included, or null. */
  link(projectId: string, code: string): Promise<LinkRecord | null>
}

/** How old an answer may be: a change in the panel shows within a second. */
const FRESH_MS = 1_000
const KNOWN_HOSTS = 5_000
const KNOWN_LINKS = 50_000

/**
 * Look-ups by host and by code, kept for a second; those that miss at the same moment share one query.
 * A missing code is not kept, so that a link works from the moment it is made.
 */
export function createLookups(database: Pick<Database, 'prisma'>): Lookups {
  const db = database.prisma
  const projects = new LRUCache<string, { project: ProjectRecord | null }, string>({
    max: KNOWN_HOSTS,
    ttl: FRESH_MS,
    fetchMethod: async (host, _stale, { context: linkBaseHost }) => {
      const prefix = linkPrefixOf(host, linkBaseHost)
      const project =
        prefix === null
          ? await findProjectByDomain(db, host)
          : await findProjectByPrefix(db, prefix)
      return { project }
    },
  })
  const links = new LRUCache<string, LinkRecord, { projectId: string; code: string }>({
    max: KNOWN_LINKS,
    ttl: FRESH_MS,
    fetchMethod: async (_key, _stale, { context }) =>
      (await findLinkByCode(db, context.projectId, context.code)) ?? undefined,
  })
  return {
    async project(host, linkBaseHost) {
      const known =
        projects.get(host) ?? (await promptly(projects.fetch(host, { context: linkBaseHost })))
      return known?.project ?? null
    },
    async link(projectId, code) {
      const key = `${projectId}/${code}`
      const known = links.get(key)
      if (known !== undefined) return known
      return (await promptly(links.fetch(key, { context: { projectId, code } }))) ?? null
    },
  }
}
