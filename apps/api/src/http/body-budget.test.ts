import { expect, it } from '@jest/globals'
import { BodyBudget, type BudgetedBody } from './body-budget.js'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

function begin(budget: BodyBudget, client: string | null, isLarge = false): BudgetedBody {
  const body = budget.begin(client, isLarge)
  if (body === null) throw new Error('the client has as many bodies as it may')
  return body
}

it('allows a client 100 concurrent bodies, and an untrusted proxy any number', () => {
  const budget = new BodyBudget()
  const bodies = Array.from({ length: 100 }, () => begin(budget, 'a'))
  expect(budget.begin('a', false)).toBeNull()
  begin(budget, 'b')
  for (let n = 0; n < 200; n += 1) begin(budget, null)
  budget.end(bodies[0] as BudgetedBody)
  expect([budget.begin('a', false), budget.begin('a', false)]).toEqual([expect.anything(), null])
})

it('allows a client as many bytes as 100 bodies of 64 kB', () => {
  const budget = new BodyBudget()
  const bodies = Array.from({ length: 6 }, () => begin(budget, 'a', true))
  expect(bodies.map((body) => budget.add(body, MEGABYTE))).toEqual(Array(6).fill(true))
  expect(budget.add(begin(budget, 'a', true), MEGABYTE)).toBe(false)
  expect(budget.add(begin(budget, 'b', true), MEGABYTE)).toBe(true)
})

it('reserves half of the bytes for small bodies, and frees them', () => {
  const budget = new BodyBudget()
  const large = Array.from({ length: 16 }, (_, n) => begin(budget, `c${n}`, true))
  expect(large.map((body) => budget.add(body, MEGABYTE))).toEqual(Array(16).fill(true))
  const next = begin(budget, 'next', true)
  expect(budget.add(next, 1)).toBe(false)
  budget.end(next)
  const small = Array.from({ length: 256 }, (_, n) => begin(budget, `s${n}`))
  expect(small.every((body) => budget.add(body, 64 * KILOBYTE))).toBe(true)
  expect(budget.add(begin(budget, 'z'), 1)).toBe(false)
  for (const body of [...large, ...small]) budget.end(body)
  expect(budget.add(begin(budget, 'z'), 64 * KILOBYTE)).toBe(true)
})
