import { z } from 'zod'

const UNSTORABLE = /\0|\p{Surrogate}/u

/** Whether PostgreSQL can store the text: no NUL, no lone surrogate. */
export function isCleanText(text: string): boolean {
  return !UNSTORABLE.test(text)
}

export function cleanText(min: number, max: number) {
  return z
    .string()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .refine(isCleanText, 'must not contain NUL or lone surrogates')
}
