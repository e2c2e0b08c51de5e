import { z } from 'zod'
import { cleanText } from './text.js'

const MAX_UTM_LENGTH = 512

const input = cleanText(1, MAX_UTM_LENGTH)
  .nullish()
  .describe(
    'UTM value of the link or campaign. A click uses the value of the campaign, otherwise that of the link, otherwise that of its query',
  )
const output = z
  .string()
  .nullable()
  .describe('UTM value; null if neither the campaign, the link nor the click has a value')

export const utmInput = {
  utm_source: input,
  utm_medium: input,
  utm_campaign: input,
  utm_term: input,
  utm_content: input,
}

export const utmOutput = {
  utm_source: output,
  utm_medium: output,
  utm_campaign: output,
  utm_term: output,
  utm_content: output,
}
