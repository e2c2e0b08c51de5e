import { expect, it } from '@jest/globals'
import { tokensOf } from './tokens-of.js'

const NOW = Date.parse('2026-11-24T00:00:00Z')
const token = (
  id: number,
  facts: { user_id?: number; parent_id?: number; expires_at?: string },
) => ({
  id,
  user_id: null,
  parent_id: null,
  expires_at: null,
  ...facts,
})

it('lists the tokens of a member with their descendants, newest first', () => {
  const tokens = [
    token(6, { parent_id: 5 }),
    token(5, { parent_id: 2 }),
    token(4, { user_id: 8 }),
    token(3, { parent_id: 1 }),
    token(2, { user_id: 7 }),
    token(1, { user_id: 8 }),
  ]
  expect(tokensOf(7, tokens, NOW).map(({ id }) => id)).toEqual([6, 5, 2])
})

it('omits expired tokens, which revoking does not change', () => {
  const expired = token(1, { user_id: 7, expires_at: '2026-11-23T00:00:00Z' })
  expect(tokensOf(7, [expired], NOW)).toEqual([])
})
