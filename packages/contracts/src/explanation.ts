import { z } from 'zod'
import { installId, matchType, noMatchReason, platform } from './attribution.js'
import { queryFlag } from './stats.js'
import { timestamp } from './timestamp.js'

export const explainQuery = z.object({
  install_id: installId.describe('Install id that the app sent'),
  near: queryFlag.describe('Whether `near` lists clicks that were not candidates'),
})

export type ExplainQuery = z.output<typeof explainQuery>

const signal = z
  .object({
    signal: z.string().describe('Name of the signal').meta({ example: 'time_zone' }),
    outcome: z
      .enum(['agrees', 'differs', 'not_comparable'])
      .describe('Result of the comparison of click and install'),
    weight: z
      .number()
      .describe(
        'Base-2 logarithm of a likelihood ratio: how much likelier this outcome is for one person than for two people behind the same address',
      )
      .meta({ example: 2.7 }),
    max_weight: z.number().describe('The weight if the signal agrees').meta({ example: 2.7 }),
    click_value: z
      .string()
      .nullable()
      .describe('What the browser reported; null without a value, or once the report is deleted')
      .meta({ example: '390x844' }),
    install_value: z
      .string()
      .nullable()
      .describe('What the app reported. Of these values only the OS version is stored')
      .meta({ example: '18.1' }),
  })
  .meta({ id: 'ComparedSignal' })

const flags = z
  .array(z.string())
  .describe('Unusual facts that did not affect the decision, such as install_began_before_click')

const candidate = z
  .object({
    click_id: z.uuid().describe('Id of the click'),
    link_id: z.number().int().describe('Id of the clicked link'),
    code: z.string().nullable().describe('Code of the clicked link').meta({ example: 'SPRING7' }),
    campaign_id: z.number().int().nullable().describe('Id of the link’s campaign'),
    campaign_name: z.string().nullable().describe('Name of the campaign'),
    clicked_at: timestamp.describe('Time of the click'),
    age_seconds: z
      .number()
      .describe('Age of the click at the time of the decision')
      .meta({ example: 74.2 }),
    verdict: z
      .string()
      .describe(
        '`claimed`, `superseded` (by another click of the same visitor), `not_chosen`, or the reason for the exclusion: not_considered, other_address, other_platform, other_link, other_source, other_device, recorded_by_app, installed_before, consumed, outside_window, crowded_address',
      )
      .meta({ example: 'claimed' }),
    score: z
      .number()
      .nullable()
      .describe('Probability that the install belongs to this click; null if it was not scored')
      .meta({ example: 0.97 }),
    weight: z.number().nullable().describe('Sum of the weights of the signals'),
    signals: z.array(signal).nullable().describe('Compared signals; null if nothing was compared'),
    flags,
  })
  .meta({ id: 'CandidateClick' })

const nearMissReason = z.enum([
  'embedded',
  'recorded_by_app',
  'consumed',
  'other_platform',
  'outside_window',
  'no_landing_page',
  'other_address',
])

export type NearMissReason = z.infer<typeof nearMissReason>

const near = z
  .object({
    by_reason: z
      .array(
        z.object({
          reason: z
            .enum(['compared', ...nearMissReason.options, 'none'])
            .describe(
              'First reason that excluded the clicks; `compared` for other candidates, `none` if no reason is known',
            )
            .meta({ example: 'outside_window' }),
          count: z.number().int().describe('Number of clicks').meta({ example: 60 }),
        }),
      )
      .describe('All examined clicks, counted by reason. The counts add up to `looked_at`'),
    data: z
      .array(
        z.object({
          click_id: candidate.shape.click_id,
          link_id: candidate.shape.link_id,
          code: candidate.shape.code,
          clicked_at: candidate.shape.clicked_at,
          age_seconds: candidate.shape.age_seconds,
          platform: z.string().describe('Platform of the visitor').meta({ example: 'ios' }),
          why_not: z
            .array(nearMissReason)
            .describe('All reasons that excluded the click')
            .meta({ example: ['no_landing_page'] }),
        }),
      )
      .describe('At most 20 clicks, those with the fewest reasons first, then the newest first'),
    looked_at: z.number().int().describe('Number of examined clicks, at most 5,000'),
    looked_back_to: timestamp.describe('Clicks before this time were not examined'),
  })
  .meta({ id: 'NearMisses' })

const clickIds = z.record(z.string(), z.string()).nullable()

/** Why an install was matched or not. The explanation's fields are null after seven days. */
export const installExplanation = z
  .object({
    install_id: z.uuid().describe('The id that the app sent'),
    platform: platform
      .nullable()
      .describe('Operating system of the app; null for an install without consent'),
    is_test: z.boolean().describe('Whether the report was a test'),
    installed_at: timestamp.nullable().describe('Time of the install as the app reported it'),
    decided_at: timestamp.describe(
      'When the install was decided; only the day for an install without consent',
    ),
    matched: z.boolean().describe('Whether the install belongs to a click'),
    match_type: matchType.nullable().describe('How the click was identified; null without a match'),
    confidence: z.number().min(0).max(1).describe('Confidence of the match; 0 without a match'),
    reason: noMatchReason.nullable().describe('Why there is no match; null for a match'),
    summary: z.string().describe('The decision and its reason, in one or two sentences').meta({
      example:
        'Not matched: the most likely click belongs to the install with a probability of 58 %, and the project requires 90 %.',
    }),
    attribution_id: z.uuid().nullable().describe('Id of the attribution; null without a match'),
    click_id: z.uuid().nullable().describe('Id of the claimed click; null without a match'),
    link_id: z.number().int().nullable().describe('Id of the link of the claimed click'),
    code: z.string().nullable().describe('Code of the link of the claimed click'),
    referrer_click_ids: clickIds.describe('Click ids and UTM values of the install referrer'),
    claimed_click_ids: clickIds.describe('Click ids and UTM values of the claimed click'),
    step: z
      .enum(['consent', 'token', 'code', 'source', 'signals'])
      .nullable()
      .describe('The rule that decided'),
    window_minutes: z.number().nullable().describe('The maximum age of a click').meta({
      example: 120,
    }),
    min_confidence: z
      .number()
      .nullable()
      .describe('The minimum confidence for a match by signals')
      .meta({ example: 0.9 }),
    model_version: z
      .string()
      .nullable()
      .describe('Version of the model that computed the probabilities'),
    max_visitors_per_ip: z
      .number()
      .int()
      .nullable()
      .describe(
        'Maximum number of visitors behind one address; with more visitors, their clicks are not matched by signals',
      ),
    none_score: z
      .number()
      .nullable()
      .describe('Probability that the install belongs to none of the candidates'),
    is_address_shared: z
      .boolean()
      .nullable()
      .describe('Whether the address belongs to a shared IP range'),
    notes: z
      .array(z.string())
      .describe('Further facts, such as invalid_token, shared_range or visitors: 3'),
    candidates: z.array(candidate).nullable().describe('Examined clicks; null after seven days'),
    near: near
      .nullable()
      .optional()
      .describe(
        'Only with `near=true`: clicks before the install that were not candidates. Null for a match, if a token or the consent decided, after seven days, or if reading the clicks takes longer than 200 ms',
      ),
  })
  .meta({ id: 'InstallExplanation' })

export type InstallExplanation = z.infer<typeof installExplanation>
export type CandidateExplanation = z.infer<typeof candidate>
export type NearMisses = z.infer<typeof near>
export type NearCount = NearMisses['by_reason'][number]
export type ComparedSignal = z.infer<typeof signal>
