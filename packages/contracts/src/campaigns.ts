import { z } from 'zod'
import { numberedPageOf, pagedQuery } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'
import { utmInput, utmOutput } from './utm.js'

const STATUSES = ['draft', 'active', 'paused', 'archived'] as const
const STATUS_SHAPE = 'must be draft, active, paused or archived'

/** An informational label without effect. */
export const campaignStatus = z.enum(STATUSES, STATUS_SHAPE)

const DATE_SHAPE = 'must be a date such as 2026-03-01'

/** PostgreSQL has no year 0. */
const date = z.iso
  .date(DATE_SHAPE)
  .refine((value) => value >= '0001', DATE_SHAPE)
  .nullish()
  .describe('Informational; has no effect')

export const createCampaignBody = z
  .object({
    name: cleanText(1, 255).describe('Name of the campaign; every payload contains it'),
    status: campaignStatus.default('draft').describe('Informational; has no effect'),
    description: cleanText(1, 2000).nullish().describe('Internal description'),
    ...utmInput,
    start_date: date,
    end_date: date,
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['end_date'],
    error: 'must not be before start_date',
  })

export type CreateCampaignBody = z.output<typeof createCampaignBody>

export const updateCampaignBody = z.object({
  name: cleanText(1, 255).optional().describe('Name of the campaign; every payload contains it'),
  status: campaignStatus.optional().describe('Informational; has no effect'),
  description: cleanText(1, 2000).nullish().describe('Internal description'),
  ...utmInput,
  start_date: date,
  end_date: date,
})

export type UpdateCampaignBody = z.output<typeof updateCampaignBody>

export const listCampaignsQuery = z.strictObject({
  search: cleanText(0, 255).optional().describe('Part of the name, case-insensitive'),
  status: z
    .enum([...STATUSES, ''], STATUS_SHAPE)
    .optional()
    .describe('Only campaigns with this status; empty for all'),
  ...pagedQuery,
})

export type ListCampaignsQuery = z.output<typeof listCampaignsQuery>

export const campaign = z.object({
  id: z.number().int().describe('Id of the campaign'),
  name: z.string().describe('Name of the campaign'),
  status: campaignStatus.describe('Informational; has no effect'),
  description: z.string().nullable().describe('Internal description'),
  ...utmOutput,
  start_date: z.iso.date().nullable().describe('Informational; has no effect'),
  end_date: z.iso.date().nullable().describe('Informational; has no effect'),
  created_by: z
    .enum(['admin', 'sdk'])
    .describe('`sdk` if a call with only the project key created it'),
  project_id: z.uuid().describe('Id of the campaign’s project'),
  created_at: timestamp.describe('When the campaign was created'),
  updated_at: timestamp.describe('When the campaign was last changed'),
  version: z.number().int().describe('Increases with every change; send it as `If-Match: "4"`'),
})

export type CampaignBody = z.infer<typeof campaign>

export const campaignPage = numberedPageOf(campaign)
