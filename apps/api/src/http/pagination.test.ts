import { expect, it } from '@jest/globals'
import { readMeta, readTotal, type Page } from './pagination.js'

const page = (number: number, beforeId: number | null = null): Page => ({
  number,
  beforeId,
  size: 2,
})
const rows = (count: number) => Array.from({ length: count })
const never = () => Promise.reject(new Error('counted'))

it('counts up to 10,000 items and says whether there are more', async () => {
  const limits: number[] = []
  const count = (found: number) => (limit: number) => {
    limits.push(limit)
    return Promise.resolve(Math.min(found, limit))
  }
  expect(await readMeta(page(1), rows(3), count(10_000))).toEqual({
    page: 1,
    per_page: 2,
    total: 10_000,
    has_more: false,
  })
  expect(await readMeta(page(1), rows(3), count(50_000))).toMatchObject({
    total: 10_000,
    has_more: true,
  })
  expect(await readTotal({ limit: 2 }, rows(3), count(3))).toEqual({ total: 3, has_more: false })
  expect(await readTotal({ limit: 2, cursor: 'x' }, rows(3), never)).toEqual({})
  expect(limits).toEqual([10_001, 10_001, 10_001])
})

it('does not count a list whose last page was read', async () => {
  expect(await readTotal({ limit: 2 }, [], never)).toEqual({ total: 0, has_more: false })
  expect(await readMeta(page(3), rows(1), never)).toMatchObject({ total: 5, has_more: false })
  expect(await readMeta(page(5_001), rows(1), never)).toMatchObject({
    total: 10_000,
    has_more: true,
  })
})

it('counts the list of a page that is beyond its end or read by cursor', async () => {
  const three = () => Promise.resolve(3)
  expect(await readMeta(page(9), [], three)).toMatchObject({ total: 3 })
  expect(await readMeta(page(1, 7), rows(1), three)).toMatchObject({ total: 3 })
})
