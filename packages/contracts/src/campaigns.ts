import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'
import { utmInput, utmOutput } from './utm.js'

/** A label for people; it stops nothing (contract §5). */
export const campaignStatus = z.enum(
  ['draft', 'active', 'paused', 'archived'],
  'must be draft, active, paused or archived',
)

const DATE_SHAPE = 'must be a date such as 2026-03-01'

/** PostgreSQL knows no year 0. */
const date = z.iso
  .date(DATE_SHAPE)
  .refine((value) => value >= '0001', DATE_SHAPE)
  .nullish()

/** POST /api/campaigns (contract §5). */
export const createCampaignBody = z
  .object({
    name: cleanText(1, 255),
    status: campaignStatus.default('draft'),
    description: cleanText(1, 2000).nullish(),
    ...utmInput,
    start_date: date,
    end_date: date,
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['end_date'],
    error: 'must not be before start_date',
  })

export type CreateCampaignBody = z.output<typeof createCampaignBody>

const whole = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, `must be from 1 to ${max}`)
    .optional()

/** GET /api/campaigns: by `limit` and `cursor`, as every list, or by `page` and `per_page` (contract §2). */
export const listCampaignsQuery = z.object({
  search: cleanText(0, 255).optional().describe('Part of the name, in any case'),
  status: campaignStatus.optional(),
  limit: pageQuery.limit.unwrap().optional(),
  cursor: pageQuery.cursor,
  page: whole(100_000),
  per_page: whole(100).describe('15 unless told'),
})

export type ListCampaignsQuery = z.output<typeof listCampaignsQuery>

export const campaign = z.object({
  id: z.number().int(),
  name: z.string(),
  status: campaignStatus,
  description: z.string().nullable(),
  ...utmOutput,
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
  created_by: z.enum(['admin', 'sdk']),
  project_id: z.uuid(),
  created_at: timestamp,
  updated_at: timestamp,
})

export type CampaignBody = z.infer<typeof campaign>

export const campaignPage = pageOf(campaign).extend({
  meta: z.object({
    page: z.number().int(),
    per_page: z.number().int(),
    total: z.number().int(),
  }),
})
