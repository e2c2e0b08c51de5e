import { z } from 'zod'
import { timestamp } from './timestamp.js'

const text = (description: string) => z.string().nullable().describe(description)
const count = z.number().int().min(1).describe('How many there were; the newest ten are listed')

const clicks = z.object({
  count,
  data: z.array(
    z.object({
      id: z.uuid().describe('Id of the click'),
      clicked_at: timestamp.describe('When it was clicked'),
      code: z.string().describe('Code of the link'),
      link_name: text('Name of the link'),
      campaign_id: z.number().int().nullable().describe('The link’s campaign at that time'),
      campaign_name: text('Name of the campaign'),
      recorded_by: z.enum(['link_host', 'sdk']).describe('`sdk`: the link opened an installed app'),
      platform: z.string().describe('Platform of the visitor'),
      country: text('Two letters; null if unknown'),
    }),
  ),
})

const installs = z.object({
  count,
  data: z.array(
    z.object({
      install_id: z.uuid().describe('The id that the app sent'),
      decided_at: timestamp.describe('When it was decided'),
      matched: z.boolean().describe('Whether a click was found'),
      match_type: text('How it was found; null without a match'),
      reason: text('Why none was found; null with a match'),
      platform: z.string().describe('Platform of the app'),
      country: text('Two letters; null if unknown'),
      code: text('Code of the link; null without one'),
      test: z.boolean().describe('Whether it is a test'),
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
      state: z.string().describe('State of the delivery after it'),
      number: z.number().int().describe('Number of the attempt'),
      status_code: z.number().int().nullable().describe('Status of the response; null without one'),
      error_class: text('Kind of failure; null for a success'),
      duration_ms: z.number().int().describe('How long it took'),
      test: z.boolean().describe('Whether it belongs to a test'),
    }),
  ),
})

const replay = z.object({
  replay_id: z.number().int().describe('Id of the replay'),
  webhook_id: z.number().int().describe('Id of the webhook'),
  waiting: z.number().int().describe('Deliveries that are not sent yet'),
  succeeded: z.number().int().describe('Deliveries that succeeded'),
  failed: z.number().int().describe('Deliveries that failed'),
  not_sent: z.number().int().describe('Deliveries that will not be sent'),
})

/** The data of each event of GET /api/stream, by its name. */
export const streamEvents = {
  click: clicks,
  install: installs,
  attempt: attempts,
  replay,
  /** Events are missing: read the lists again. */
  reset: z.object({}),
}

export type StreamEventName = keyof typeof streamEvents
export type StreamEventData<Name extends StreamEventName> = z.infer<(typeof streamEvents)[Name]>

export const streamText = z.string().meta({
  description:
    'Server-sent events. A line `id`, a line `event` with its name, a line `data` with JSON, and an empty line',
  example:
    'id: 9f1c.12\nevent: click\ndata: {"count":1,"data":[{"id":"0190a0a0-0000-7000-8000-000000000000","code":"summer"}]}\n\n',
})
