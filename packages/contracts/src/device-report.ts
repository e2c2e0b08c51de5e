import { z } from 'zod'
import { cleanText } from './text.js'

const pixels = z.number().int().min(1).max(20_000).nullish()
const hint = cleanText(0, 128).nullish()

export const deviceReportBody = z.object({
  token: cleanText(1, 128),
  /** In CSS pixels, which are the phone's logical points. */
  screen_width: pixels,
  screen_height: pixels,
  pixel_ratio: z.number().gt(0).max(20).nullish(),
  languages: z.array(cleanText(1, 35)).max(20).nullish(),
  time_zone: cleanText(1, 64).nullish(),
  /** User agent client hints; empty if the browser supports but withholds them. */
  platform_version: hint,
  model: hint,
  /** A Macintosh user agent with more than one touch point is an iPad. */
  max_touch_points: z.number().int().min(0).max(255).nullish(),
  visitor_id: z.guid().nullish(),
  /** Unix seconds when this browser first received the click's fbclid. */
  fbclid_captured_at: z.number().int().min(0).max(9_999_999_999).nullish(),
})

export type DeviceReportBody = z.output<typeof deviceReportBody>
