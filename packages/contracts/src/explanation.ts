import { z } from 'zod'
import { installId, matchType, noMatchReason, platform } from './attribution.js'
import { timestamp } from './timestamp.js'

/** GET /api/attribution/explain (contract §7). */
export const explainQuery = z.object({
  install_id: installId.describe('The id that the app sent with its install'),
})

export type ExplainQuery = z.output<typeof explainQuery>

const signal = z
  .object({
    signal: z.string().meta({ example: 'time_zone' }),
    outcome: z.enum(['agrees', 'differs', 'not_comparable']),
    points: z.number().describe('What it added; less than 0 where it speaks for another device'),
    of: z.number().describe('The most that it could have added'),
  })
  .meta({ id: 'ComparedSignal' })

const flags = z
  .array(z.string())
  .describe('What is odd about it and decided nothing, such as install_began_before_click')

const candidate = z
  .object({
    click_id: z.uuid(),
    link_id: z.number().int(),
    code: z.string().nullable().meta({ example: 'SPRING7' }),
    campaign_id: z.number().int().nullable(),
    campaign_name: z.string().nullable(),
    clicked_at: timestamp,
    age_seconds: z.number().describe('At the decision').meta({ example: 74.2 }),
    verdict: z
      .string()
      .describe(
        'claimed; superseded (of the same visitor); not_chosen; or why it could not be chosen: other_address, other_platform, other_link, consumed, outside_window, crowd, not_considered',
      )
      .meta({ example: 'claimed' }),
    score: z.number().nullable().describe('Null where it was not scored').meta({ example: 0.85 }),
    signals: z.array(signal).nullable().describe('What was compared; null where nothing was'),
    comparable: z.number().nullable().describe('The points that it could have had'),
    agreeing: z.number().int().nullable().describe('Signals beside the address that agree'),
    required: z.number().int().nullable().describe('How many must'),
    decay: z.number().nullable().describe('What is left of the score at this age, 0 to 1'),
    flags,
  })
  .meta({ id: 'CandidateClick' })

/** Why an install was matched, or was not. Numbers that the trace held are null once it is gone. */
export const installExplanation = z
  .object({
    install_id: z.uuid(),
    platform,
    installed_at: timestamp.nullable().describe('As the app told it'),
    decided_at: timestamp,
    matched: z.boolean(),
    match_type: matchType.nullable(),
    confidence: z.number().min(0).max(1),
    reason: noMatchReason.nullable(),
    summary: z.string().describe('The decision and why, in one sentence').meta({
      example: 'Not matched: the best click scored 0.58, below the threshold of 0.7.',
    }),
    attribution_id: z.uuid().nullable(),
    click_id: z.uuid().nullable().describe('The click that was claimed'),
    link_id: z.number().int().nullable(),
    code: z.string().nullable(),
    step: z
      .enum(['consent', 'token', 'code', 'score'])
      .nullable()
      .describe('Where the decision fell: the first that could decide did'),
    window_minutes: z.number().nullable().describe('How old a click could be').meta({
      example: 120,
    }),
    threshold: z.number().nullable().describe('The least score of a match').meta({ example: 0.7 }),
    margin: z
      .number()
      .nullable()
      .describe('The lead that it needs over another visitor’s click that points elsewhere')
      .meta({ example: 0.1 }),
    most_visitors: z
      .number()
      .int()
      .nullable()
      .describe('More visitors behind the address are a crowd'),
    is_address_shared: z
      .boolean()
      .nullable()
      .describe('Strangers share the address (SHARED_ADDRESS_FILE): it was no signal'),
    candidates: z.array(candidate).nullable().describe('Null once the trace is gone'),
    note: z.string().nullable().describe('Says so where the trace is gone'),
  })
  .meta({ id: 'InstallExplanation' })

export type InstallExplanation = z.infer<typeof installExplanation>
export type ExplainedCandidate = z.infer<typeof candidate>
export type ComparedSignal = z.infer<typeof signal>
