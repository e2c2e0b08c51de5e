import { expect, it } from '@jest/globals'
import type { System } from '../../api/types.js'
import { findProblems } from './find-problems.js'

const FINE = {
  now: '2026-11-23T12:00:00Z',
  database: { pending_migrations: [] },
  queue: { depth: 0, delayed: 0 },
  deliveries: { due: 0, held: 0, oldest_due_seconds: 0, starved_projects: 0 },
  worker: { seen_at: '2026-11-23T11:59:40Z', last_attempt_at: null },
  ignored_settings: [],
} as unknown as System

const titles = (change: object) => findProblems({ ...FINE, ...change }).map(({ title }) => title)

it('reports no problem for a healthy installation', () => {
  expect(findProblems(FINE)).toEqual([])
  expect(titles({ deliveries: null })).toEqual([])
})

it('reports missing parts, late deliveries and ignored settings', () => {
  expect(titles({ database: { pending_migrations: ['20261101_x'] } })).toEqual([
    '1 migration was not applied',
  ])
  expect(titles({ worker: { seen_at: null } })).toEqual(['No worker has run yet'])
  expect(titles({ worker: { seen_at: '2026-11-23T11:50:00Z' } })).toEqual([
    'No worker was seen for 10 min',
  ])
  expect(titles({ queue: { depth: null } })).toEqual(['The queue does not answer'])
  expect(titles({ deliveries: { oldest_due_seconds: 90, starved_projects: 2 } })).toEqual([
    'A delivery has been due for 1 min 30 s',
    '2 projects have due deliveries but none being sent',
  ])
  expect(titles({ ignored_settings: ['DELIVERY_ALLOW_LOOPBACK'] })).toEqual([
    'A setting is ignored',
  ])
})
