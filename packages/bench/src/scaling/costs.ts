/**
 * CPU in µs for each operation, of the process and of PostgreSQL. From docs/performance.md, where a figure depends on
 * the load the higher one.
 */
export const CPU_MICROS = {
  redirect: { process: 66, postgres: 29 },
  landingPage: { process: 131, postgres: 35 },
  /** Not measured: taken as a redirect, which is served by the same process and writes a row too. */
  deviceReport: { process: 66, postgres: 29 },
  matchedInstall: { process: 618, postgres: 295 },
  unmatchedInstall: { process: 425, postgres: 150 },
  /** One attempt that succeeds, with the queue in Redis. */
  delivery: { process: 115, postgres: 62 },
} as const

export type Operation = keyof typeof CPU_MICROS

/** An upper bound: 26,600 empty jobs a second, of which Redis is one part. Redis uses one core. */
export const REDIS_MICROS_PER_DELIVERY = 38

/**
 * Bytes of tables with indexes, and of the write-ahead log, for each operation: 4,000 of each on 15910fc2, with the log
 * of one checkpoint.
 */
export const BYTES = {
  redirect: { disk: 518, wal: 1_182 },
  landingPage: { disk: 518, wal: 1_182 },
  /** Removed after 8 days. Not measured: taken as half a click. */
  deviceReport: { disk: 260, wal: 600 },
  matchedInstall: { disk: 3_570, wal: 6_300 },
  unmatchedInstall: { disk: 571, wal: 2_708 },
  delivery: { disk: 985, wal: 1_300 },
} as const satisfies Record<Operation, { disk: number; wal: number }>

/**
 * Of PostgreSQL's cost, a statement has this fixed part, and its rows the rest: batches of 25 and 150 clicks cost 20 and
 * 14 µs a row, and 29 µs is 180 µs for each 25 rows and three quarters for the row.
 */
export const STATEMENT_MICROS = 180
export const ROW_SHARE = 0.75

/** Assumed: a commit waits this long for the disk. */
export const FLUSH_MICROS = 1_000

/** Assumed: the median time of a receiver; log-normal with this deviation, so its mean is 1.38 times the median. */
export const RECEIVER = { medianMs: 100, sigma: 0.8 } as const

export interface Mix {
  name: string
  description: string
  /** Operations for each event. */
  operations: Partial<Record<Operation, number>>
}

const CAMPAIGN = 1 / 23

export const MIXES: readonly Mix[] = [
  {
    name: 'campaign',
    description:
      'events are clicks, installs and deliveries, 20 : 2 : 1; half of the clicks show a landing page, half of the installs are matched',
    operations: {
      redirect: 10 * CAMPAIGN,
      landingPage: 10 * CAMPAIGN,
      deviceReport: 10 * CAMPAIGN,
      matchedInstall: CAMPAIGN,
      unmatchedInstall: CAMPAIGN,
      delivery: CAMPAIGN,
    },
  },
  {
    name: 'installs',
    description:
      'every event is an attributed install with its landing page, its device report and one delivery',
    operations: { landingPage: 1, deviceReport: 1, matchedInstall: 1, delivery: 1 },
  },
]
