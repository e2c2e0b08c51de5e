import { setTimeout as delay } from 'node:timers/promises'
import { startLoad, type Target } from './measure.js'
import { requestsOf, statusOf } from './requests.js'
import type { RedirectInstallation } from './installation.js'

export interface StopUnderLoad {
  signal: 'SIGTERM' | 'SIGKILL'
  answers: number
  rows: number
}

/** After this time the code is compiled and all links are cached. */
const BEFORE_STOP_MS = 6_000
const LONGEST_SECONDS = 30

/** Ends an API process under full load and compares its responses with the stored clicks. */
export async function stopUnderLoad(
  installation: RedirectInstallation,
  { signal, connections }: { signal: StopUnderLoad['signal']; connections: number },
): Promise<StopUnderLoad> {
  const api = await installation.add('api')
  const requests = requestsOf('click', installation)
  const load: Target['load'] = await startLoad({ port: api.port, connections, requests })
  try {
    const before = await countClicks(installation)
    const done = load.next('done', (LONGEST_SECONDS + 30) * 1_000)
    load.send({ kind: 'flood', seconds: LONGEST_SECONDS })
    await delay(BEFORE_STOP_MS)
    await api.end(signal)
    const { answers } = await done
    const rows = (await countClicks(installation)) - before
    return { signal, answers: answers[statusOf('click')] ?? 0, rows }
  } finally {
    await load.stop()
  }
}

/** Runs after the API process has ended, so its last transaction is committed or rolled back. */
async function countClicks({ pool }: RedirectInstallation): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM clicks')
  return Number(rows[0]?.count)
}
