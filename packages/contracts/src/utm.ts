import { z } from 'zod'
import { cleanText } from './text.js'

const MAX_UTM_LENGTH = 512

const input = cleanText(1, MAX_UTM_LENGTH)
  .nullish()
  .describe('A click uses the campaign’s value, then the link’s, then its own query’s')
const output = z.string().nullable().describe('Null if neither campaign, link nor click has one')

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
