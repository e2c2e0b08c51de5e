import type { KeyRing } from '@throughline/core/security/key-ring'
import type { Logger } from '@throughline/runtime/logger'
import { pageOwnerOf } from '../page-owner.js'
import type { ServedRecords } from '../served-records.js'
import { toSnapshotLines } from './link-snapshot.js'
import { removeAbandonedDrafts, writeSnapshotFile } from './snapshot-file.js'

export interface SnapshotWriter {
  close(): Promise<void>
}

export interface SnapshotWriterOptions {
  directory: string
  maxBytes: number
  linkBaseHost: string
  keyRing: KeyRing
  rootSecret: Buffer
  served: ServedRecords
  salts: () => Map<string, Uint8Array>
  /** During an outage nothing is written, because the existing file is equally current. */
  isDatabaseAway: () => boolean
  logger: Logger
}

const FIRST_MS = 5_000
const EVERY_MS = 30_000
/** Writing takes at most 1 % of the time. */
const PAUSES_PER_WRITE = 100

export function startSnapshotWriter(options: SnapshotWriterOptions): SnapshotWriter {
  const { logger, directory } = options
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isFailing = false
  let isBegun = false

  const write = async () => {
    if (options.isDatabaseAway()) return
    try {
      await options.served.refresh(options.linkBaseHost)
      const hosts = options.served.hosts()
      isBegun ||= hosts.length > 0
      // A process that has served nothing does not overwrite the file of others.
      if (isBegun) await writeSnapshotFile(directory, linesOf(options, hosts))
      isFailing = false
    } catch (error) {
      if (!isFailing) logger.warn({ err: error, directory }, 'writing the link snapshot failed')
      isFailing = true
    }
  }
  let writing = Promise.resolve()
  const writeAfter = (pauseMs: number) => {
    timer = setTimeout(() => {
      const startedMs = performance.now()
      writing = write().then(() => {
        const tookMs = performance.now() - startedMs
        if (!isClosed) writeAfter(Math.max(EVERY_MS, PAUSES_PER_WRITE * tookMs))
      })
    }, pauseMs).unref()
  }
  void removeAbandonedDrafts(directory)
  writeAfter(FIRST_MS)
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await writing
      await write()
    },
  }
}

function linesOf(
  { served, salts, rootSecret, keyRing, maxBytes }: SnapshotWriterOptions,
  hosts: ReturnType<ServedRecords['hosts']>,
): Iterable<string> {
  const shown = hosts.map(({ value, agoMs }) => ({
    value: { host: value.host, project: { ...value.project, ...pageOwnerOf(value.project) } },
    agoMs,
  }))
  const projects = new Set(hosts.map(({ value }) => value.project.id))
  const links = served.links().filter(({ value }) => projects.has(value.projectId))
  const snapshot = { writtenAt: new Date(), rootSecret, salts: salts(), hosts: shown, links }
  return toSnapshotLines(snapshot, { keyRing, maxBytes })
}
