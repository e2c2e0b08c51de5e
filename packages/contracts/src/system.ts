import { z } from 'zod'
import { timestamp } from './timestamp.js'

const count = z.number().int().min(0)
const sampled = count.nullable()

export const system = z
  .object({
    version: z.string().describe('Version of Throughline').meta({ example: '0.1.0' }),
    node_version: z.string().describe('Version of Node of the process that answers'),
    started_at: timestamp.describe('When that process started'),
    now: timestamp.describe('The database’s clock, which alone times retries'),
    database: z
      .object({
        version: z.string().describe('Version of PostgreSQL'),
        size_bytes: count.describe('Size of the database'),
        last_migration: z.string().nullable().describe('The newest migration that was applied'),
        pending_migrations: z.array(z.string()).describe('Those that this version needs and lacks'),
      })
      .describe('PostgreSQL'),
    queue: z
      .object({
        backend: z.enum(['redis', 'postgresql']).describe('Where the jobs are'),
        depth: sampled.describe('Waiting and active jobs; null if it does not answer'),
        delayed: sampled.describe('Jobs of retries; null if it does not answer'),
      })
      .describe('The queue that reminds workers of deliveries'),
    deliveries: z
      .object({
        due: count.describe('Due deliveries of all projects, in flight or not'),
        held: count.describe('Deliveries whose webhook is off'),
        oldest_due_seconds: z.number().describe('Age of the oldest due delivery; 0 without one'),
        starved_projects: count.describe(
          'Projects with a delivery due for over 30 s and none in flight',
        ),
      })
      .nullable()
      .describe('Null if counting them takes too long'),
    worker: z
      .object({
        seen_at: timestamp
          .nullable()
          .describe('When a worker last counted attempts, which one does every 30 s; null: never'),
        last_attempt_at: timestamp.nullable().describe('When the newest attempt began, if any'),
      })
      .describe('Signs of life of the workers'),
    configuration: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('Settings of that process by variable; of a secret only `set`; null if unset'),
    ignored_settings: z.array(z.string()).describe('Settings that are set and ignored, and why'),
  })
  .meta({ id: 'System' })

export type SystemBody = z.infer<typeof system>
