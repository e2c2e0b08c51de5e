import { z } from 'zod'
import { cleanText } from './text.js'

/** As long as what is taken out of a visitor's query. */
const MAX_UTM_LENGTH = 512

const input = cleanText(1, MAX_UTM_LENGTH)
  .nullish()
  .describe('A tap carries the campaign’s, else the link’s, else its own query’s')
const output = z.string().nullable()

/** The five UTM fields of a create, each of which may be left out or null. */
export const utmInput = {
  utm_source: input,
  utm_medium: input,
  utm_campaign: input,
  utm_term: input,
  utm_content: input,
}

/** The five UTM fields of a record. */
export const utmOutput = {
  utm_source: output,
  utm_medium: output,
  utm_campaign: output,
  utm_term: output,
  utm_content: output,
}
