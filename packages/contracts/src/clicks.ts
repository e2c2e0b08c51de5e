import { z } from 'zod'
import { cleanText } from './text.js'

const MAX_CLICK_ID_LENGTH = 2048
const clickId = cleanText(0, MAX_CLICK_ID_LENGTH).nullish()

/** POST /api/links/{code}/click: what an app knows about the link that opened it; every field is optional. */
export const clickBody = z.object({
  platform: cleanText(0, 32)
    .nullish()
    .describe('ios, android, desktop or other; default from the user agent'),
  os_version: cleanText(0, 64).nullish(),
  gclid: clickId,
  gbraid: clickId,
  fbclid: clickId,
  ttclid: clickId,
  twclid: clickId,
  li_fat_id: clickId,
  wbraid: clickId,
  msclkid: clickId,
  dclid: clickId,
})

export type ClickBody = z.output<typeof clickBody>

export const recordedClick = z.object({
  recorded: z.literal(true),
  unique: z
    .boolean()
    .describe('Whether this is the visitor’s first click on this link today (UTC)'),
  click_id: z.uuid(),
})
