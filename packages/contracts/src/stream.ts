import { z } from 'zod'
import { timestamp } from './timestamp.js'

const text = (description: string) => z.string().nullable().describe(description)
const count = z.number().int().min(1).describe('Number of new items; `data` lists the newest ten')

const clicks = z.object({
  count,
  data: z.array(
    z.object({
      id: z.uuid().describe('Id of the click'),
      clicked_at: timestamp.describe('When the link was clicked'),
      code: z.string().describe('Code of the link'),
      link_name: text('Name of the link'),
      campaign_id: z
        .number()
        .int()
        .nullable()
        .describe('Id of the link’s campaign at the time of the click'),
      campaign_name: text('Name of the campaign'),
      recorded_by: z
        .enum(['link_host', 'sdk'])
        .describe('`sdk` if the link opened an installed app'),
      platform: z.string().describe('Platform of the visitor'),
      country: text('Country, two letters; null if unknown'),
    }),
  ),
})

const installs = z.object({
  count,
  data: z.array(
    z.object({
      install_id: z.uuid().describe('The id that the app sent'),
      decided_at: timestamp.describe('When the install was decided'),
      matched: z.boolean().describe('Whether a click was found'),
      match_type: text('How the click was identified; null without a match'),
      reason: text('Why there is no match; null for a match'),
      platform: z.string().describe('Platform of the app'),
      country: text('Country, two letters; null if unknown'),
      code: text('Code of the link; null without a link'),
      test: z.boolean().describe('Whether the install is a test'),
    }),
  ),
})

const attempts = z.object({
  count,
  data: z.array(
    z.object({
      delivery_id: z.uuid().describe('Id of the delivery'),
      started_at: timestamp.describe('When the attempt started'),
      webhook_id: z.number().int().describe('Id of the webhook'),
      webhook_name: text('Name of the webhook'),
      event: z.string().describe('Name of the event'),
      state: z.string().describe('State of the delivery after the attempt'),
      number: z.number().int().describe('Number of the attempt'),
      status_code: z
        .number()
        .int()
        .nullable()
        .describe('Status of the response; null without a response'),
      error_class: text('Kind of failure; null for a success'),
      duration_ms: z.number().int().describe('Duration of the attempt in milliseconds'),
      test: z.boolean().describe('Whether the delivery belongs to a test'),
    }),
  ),
})

const replay = z.object({
  replay_id: z.number().int().describe('Id of the replay'),
  webhook_id: z.number().int().describe('Id of the webhook'),
  waiting: z.number().int().describe('Deliveries that were not sent yet'),
  succeeded: z.number().int().describe('Deliveries that succeeded'),
  failed: z.number().int().describe('Deliveries that failed'),
  not_sent: z.number().int().describe('Deliveries that will not be sent'),
})

/** The data of the events of GET /api/stream, by event name. */
export const streamEvents = {
  click: clicks,
  install: installs,
  attempt: attempts,
  replay,
  /** Events were lost; clients must read the lists again. */
  reset: z.object({}),
}

export type StreamEventName = keyof typeof streamEvents
export type StreamEventData<Name extends StreamEventName> = z.infer<(typeof streamEvents)[Name]>

export const streamText = z.string().meta({
  description:
    'Server-sent events. Each event has a line `id`, a line `event` with its name, a line `data` with JSON, and an empty line',
  example:
    'id: 9f1c.12\nevent: click\ndata: {"count":1,"data":[{"id":"0190a0a0-0000-7000-8000-000000000000","code":"summer"}]}\n\n',
})
