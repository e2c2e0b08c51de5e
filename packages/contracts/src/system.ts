import { z } from 'zod'
import { timestamp } from './timestamp.js'

const count = z.number().int().min(0)
const sampled = count.nullable()

export const system = z
  .object({
    version: z.string().describe('Version of Throughline').meta({ example: '0.1.0' }),
    node_version: z.string().describe('Node version of the process that sent this response'),
    started_at: timestamp.describe('When the process started'),
    now: timestamp.describe('Time by the database clock, which schedules all retries'),
    database: z
      .object({
        version: z.string().describe('Version of PostgreSQL'),
        size_bytes: count.describe('Size of the database in bytes'),
        last_migration: z
          .string()
          .nullable()
          .describe('Newest applied migration; null if none was applied'),
        pending_migrations: z
          .array(z.string())
          .describe('Migrations that this version requires and that are not applied'),
      })
      .describe('State of PostgreSQL'),
    queue: z
      .object({
        backend: z.enum(['redis', 'postgresql']).describe('Where jobs are stored'),
        depth: sampled.describe(
          'Number of waiting and active jobs; null if the queue does not respond',
        ),
        delayed: sampled.describe('Number of jobs for retries; null if the queue does not respond'),
      })
      .describe('The queue that notifies workers of due deliveries'),
    deliveries: z
      .object({
        due: count.describe('Number of due deliveries of all projects, including those in flight'),
        held: count.describe('Number of deliveries held because their webhook is paused'),
        oldest_due_seconds: z
          .number()
          .describe('Age of the oldest due delivery in seconds; 0 if no delivery is due'),
        starved_projects: count.describe(
          'Number of projects with a delivery due for more than 30 s and none in flight',
        ),
      })
      .nullable()
      .describe('Deliveries by state; null if counting them takes too long'),
    worker: z
      .object({
        seen_at: timestamp
          .nullable()
          .describe(
            'When a worker last counted attempts; one worker counts every 30 s. Null if no worker has counted yet',
          ),
        last_attempt_at: timestamp
          .nullable()
          .describe('When the newest attempt began; null before the first attempt'),
      })
      .describe('Last activity of the workers'),
    configuration: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe(
        'Settings of the process by variable; null if unset. The value of a secret is shown as `set`',
      ),
    ignored_settings: z
      .array(z.string())
      .describe('Settings that have a value but are ignored, with the reason'),
  })
  .meta({ id: 'System' })

export type SystemBody = z.infer<typeof system>
