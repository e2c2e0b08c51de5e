import { OLDEST_MS, type RecordCache, type ServedRecord } from '../../infra/record-cache.js'
import type { ServedLink, ServedProject } from './served-link.js'

type HostRecord = { project: ServedProject }

export interface Served<Value> {
  value: Value
  agoMs: number
}

export interface ServedRecords {
  /** Reloads records, so that archived links and removed domains disappear even without a notification. */
  refresh(linkBaseHost: string): Promise<void>
  hosts(): Served<{ host: string; project: ServedProject }>[]
  links(): Served<ServedLink>[]
  seed(
    records: { hosts: ReturnType<ServedRecords['hosts']>; links: Served<ServedLink>[] },
    loadedAgoMs: number,
  ): void
}

export interface ServedRecordsDeps {
  links: RecordCache<ServedLink>
  hosts: RecordCache<HostRecord>
  loadProject: (host: string, linkBaseHost: string) => Promise<HostRecord | null>
  loadLinks: (codes: { projectId: string; code: string }[]) => Promise<ServedLink[]>
  /** Whether change notifications arrive. */
  isCurrent: () => boolean
}

const BATCH = 200

export function createServedRecords(deps: ServedRecordsDeps): ServedRecords {
  const { links, hosts } = deps
  const sinceMs = () => performance.now() - OLDEST_MS
  const stale = <Value>(records: ServedRecord<Value>[]) =>
    deps.isCurrent() ? records.filter(({ isCurrent }) => !isCurrent) : records

  return {
    async refresh(linkBaseHost) {
      for (const { key } of stale(hosts.servedSince(sinceMs())))
        await hosts.refresh(key, () => deps.loadProject(key, linkBaseHost))
      const keys = stale(links.servedSince(sinceMs())).map(({ key }) => key)
      for (let start = 0; start < keys.length; start += BATCH)
        await refreshLinks(deps, keys.slice(start, start + BATCH))
    },
    hosts: () =>
      newestFirst(hosts.servedSince(sinceMs())).map(({ key, value, agoMs }) => ({
        value: { host: key, project: value.project },
        agoMs,
      })),
    links: () =>
      newestFirst(links.servedSince(sinceMs())).filter(({ value }) => value.archivedAt === null),
    seed(records, loadedAgoMs) {
      const times = (agoMs: number) => ({
        loadedAtMs: performance.now() - loadedAgoMs,
        servedAtMs: performance.now() - agoMs,
      })
      for (const { value, agoMs } of records.hosts)
        hosts.seed(value.host, { project: value.project }, times(agoMs))
      for (const { value, agoMs } of records.links)
        links.seed(`${value.projectId}/${value.code}`, value, times(agoMs))
    },
  }
}

async function refreshLinks(
  { links, loadLinks }: ServedRecordsDeps,
  keys: string[],
): Promise<void> {
  const loading = Promise.resolve().then(async () => {
    const found = await loadLinks(keys.map(codeOfKey))
    return new Map(found.map((link) => [`${link.projectId}/${link.code}`, link]))
  })
  await Promise.all(
    keys.map((key) => links.refresh(key, async () => (await loading).get(key) ?? null)),
  )
}

function codeOfKey(key: string): { projectId: string; code: string } {
  const slash = key.indexOf('/')
  return { projectId: key.slice(0, slash), code: key.slice(slash + 1) }
}

function newestFirst<Value>(
  records: ServedRecord<Value>[],
): { key: string; value: Value; agoMs: number }[] {
  const nowMs = performance.now()
  return records
    .flatMap(({ key, value, servedAtMs }) =>
      value === null ? [] : [{ key, value, agoMs: nowMs - servedAtMs }],
    )
    .sort((a, b) => a.agoMs - b.agoMs)
}
