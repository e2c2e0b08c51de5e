import type { Db } from '../connection/database.js'

export const STREAM_CHANNEL = 'throughline_stream'

export const STREAM_KINDS = ['click', 'install', 'attempt'] as const

/** What happened: a counted click, a decided install, an attempt of a delivery. */
export type StreamKind = (typeof STREAM_KINDS)[number]

/** How many there were of a kind, and the newest ids of clicks, installs or deliveries, oldest first. */
export interface News {
  count: number
  ids: string[]
}

export type ProjectNews = Partial<Record<StreamKind, News>>

/** A process has open streams of these projects, or something happened in them. */
export type StreamNotice =
  { kind: 'watch'; projectIds: string[] } | { kind: 'news'; projects: Map<string, ProjectNews> }

/** PostgreSQL takes less than 8,000 bytes. Ids and numbers are ASCII. */
const MAX_LENGTH = 7_900
const MAX_WATCHED = 200

export function watchNotices(projectIds: readonly string[]): string[] {
  const notices: string[] = []
  for (let at = 0; at < projectIds.length; at += MAX_WATCHED)
    notices.push(JSON.stringify({ watch: projectIds.slice(at, at + MAX_WATCHED) }))
  return notices
}

/** Takes as many projects as fit into one notice out of `pending`; the others wait for the next one. */
export function takeNewsNotice(pending: Map<string, ProjectNews>): string {
  const idsEach = Math.max(1, Math.floor(60 / Math.max(1, pending.size)))
  const parts: string[] = []
  let length = 12
  for (const [projectId, news] of pending) {
    const part = `"${projectId}":${JSON.stringify(news, (key, value: unknown) => (key === 'ids' ? (value as string[]).slice(-idsEach) : value))}`
    if (length + part.length + 1 > MAX_LENGTH) break
    length += part.length + 1
    parts.push(part)
    pending.delete(projectId)
  }
  return `{"news":{${parts.join(',')}}}`
}

/** Parses a notice; null if no process of this service wrote it. */
export function parseStreamNotice(payload: string | undefined): StreamNotice | null {
  try {
    const { watch, news } = JSON.parse(payload ?? '') as {
      watch?: string[]
      news?: Record<string, ProjectNews>
    }
    if (Array.isArray(watch)) return { kind: 'watch', projectIds: watch }
    if (typeof news !== 'object') return null
    return { kind: 'news', projects: new Map(Object.entries(news)) }
  } catch {
    return null
  }
}

/** Raw SQL: Prisma has no NOTIFY. Never in the transaction of a write: its commit would wait for other notices. */
export async function sendStreamNotice(db: Db, notice: string): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${STREAM_CHANNEL}, ${notice})`
}
