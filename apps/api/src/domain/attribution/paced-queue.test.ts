import { expect, it } from '@jest/globals'
import { createPacedQueue } from './paced-queue.js'

function recording(options: { everyMs?: number; maxWaiting?: number } = {}) {
  const ran: { job: string; atMs: number }[] = []
  const errors: unknown[] = []
  const queue = createPacedQueue<string>({
    run: (job) => {
      ran.push({ job, atMs: performance.now() })
      return job === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve()
    },
    everyMs: 1,
    maxWaiting: 10,
    onError: (error) => errors.push(error),
    ...options,
  })
  return { queue, ran, errors, jobs: () => ran.map(({ job }) => job) }
}

it('runs jobs in order and within its rate, including the first after a pause', async () => {
  const { queue, ran, jobs } = recording({ everyMs: 20 })
  const startMs = performance.now()
  for (const job of ['a', 'b', 'c']) queue.offer(job)
  expect(ran).toEqual([])
  await queue.drain()
  expect(jobs()).toEqual(['a', 'b', 'c'])
  // A timer may fire up to a millisecond early.
  for (const [n, { atMs }] of ran.entries())
    expect(atMs - startMs).toBeGreaterThanOrEqual((n + 1) * 19)
})

it('drops jobs while it is full, and accepts later ones', async () => {
  const { queue, jobs } = recording({ maxWaiting: 2 })
  for (const job of ['a', 'b', 'c']) queue.offer(job)
  await queue.drain()
  queue.offer('d')
  await queue.drain()
  expect(jobs()).toEqual(['a', 'b', 'd'])
})

it('continues after a failed job', async () => {
  const { queue, jobs, errors } = recording()
  for (const job of ['bad', 'good']) queue.offer(job)
  await queue.drain()
  expect([jobs(), errors]).toEqual([['bad', 'good'], [new Error('bad')]])
})

it('drops waiting jobs when it is closed, and accepts no more', async () => {
  const { queue, jobs } = recording({ everyMs: 60_000 })
  queue.offer('a')
  await queue.close()
  queue.offer('b')
  await queue.drain()
  expect(jobs()).toEqual([])
})
