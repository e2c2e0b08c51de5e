import { z } from 'zod'
import { cleanText } from './text.js'

const MAX_CLICK_ID_LENGTH = 2048
const clickId = (network: string) =>
  cleanText(0, MAX_CLICK_ID_LENGTH).nullish().describe(`Click id of ${network}`)

/** POST /api/links/{code}/click: properties of the visit that opened the app; every field is optional. */
export const clickBody = z.object({
  platform: cleanText(0, 32)
    .nullish()
    .describe('`ios`, `android`, `desktop` or `other`; default: detected from the user agent'),
  os_version: cleanText(0, 64)
    .nullish()
    .describe('Version of the operating system; default: detected from the user agent'),
  gclid: clickId('Google Ads'),
  gbraid: clickId('Google Ads for iOS'),
  fbclid: clickId('Meta'),
  ttclid: clickId('TikTok'),
  twclid: clickId('X'),
  li_fat_id: clickId('LinkedIn'),
  wbraid: clickId('Google Ads for web to app'),
  msclkid: clickId('Microsoft Advertising'),
  dclid: clickId('Google Display & Video'),
})

export type ClickBody = z.output<typeof clickBody>

export const recordedClick = z.object({
  recorded: z.literal(true).describe('Always true'),
  unique: z
    .boolean()
    .describe('Whether this is the visitor’s first click on this link today (UTC)'),
  click_id: z.uuid().describe('Id of the click'),
})
