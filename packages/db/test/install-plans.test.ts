import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { rollUpClicks } from '../src/clicks/roll-up-clicks.js'
import { readInstalls } from '../src/attribution/installs.js'
import { readAttributedLinks } from '../src/attribution/attributed-links.js'
import {
  listCodeClicks,
  findTokenClicks,
  listCandidates,
} from '../src/attribution/match-candidates.js'
import { findProjectsByKeys } from '../src/projects/projects.js'
import { writeDecisions } from '../src/attribution/write-decisions.js'
import { explainLast } from './explain-last.js'

let scratch: TestDatabase
let database: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

const HASH = new Uint8Array(16)
const KEY = {
  projectId: randomUUID(),
  installId: randomUUID(),
  clickId: newUuidV7(),
  linkId: 1,
  code: 'SPRING',
  ipHash: HASH,
  ipPrefixHash: HASH,
  windowMinutes: 120,
  installHash: HASH,
  wantsParams: true,
  wantsTests: false,
  referrer: null,
}

it.each<[string, (database: Database) => Promise<unknown>, string[]]>([
  [
    'projects',
    (database) => findProjectsByKeys(database, [KEY.projectId]),
    ['former_project_keys_pkey', 'projects_key_key', 'projects_pkey'],
  ],
  [
    'installs',
    (database) => readInstalls(database, [KEY]),
    ['attributions_pkey', 'install_refusals_pkey', 'installs_pkey'],
  ],
  [
    'links of installs',
    (database) => readAttributedLinks(database, [KEY]),
    ['campaigns_pkey', 'clicks_pkey', 'links_pkey'],
  ],
  [
    'clicks of tokens',
    (database) => findTokenClicks(database, [KEY]),
    ['clicks_pkey', 'links_pkey'],
  ],
  [
    'clicks of codes',
    (database) => listCodeClicks(database, [KEY]),
    [
      'clicks_project_id_ip_prefix_hash_created_at_idx',
      'links_pkey',
      'links_project_id_code_key',
      'visits_click_id_key',
    ],
  ],
  [
    'candidates',
    (database) => listCandidates(database, [KEY]),
    [
      'campaigns_pkey',
      'clicks_pkey',
      'links_pkey',
      'visits_project_id_ip_prefix_hash_created_at_idx',
    ],
  ],
  [
    'decisions',
    (database) => {
      const none = { reason: 'no_candidate', fingerprintHash: null, consent: null, match: null }
      const decision = {
        ...KEY,
        ...none,
        platform: 'ios',
        confidence: 0,
        explanation: { link: null },
      }
      return writeDecisions(database, [decision], 'install_attributed')
    },
    ['clicks_pkey', 'installs_pkey', 'webhooks_project_id_id_idx'],
  ],
  [
    'counts of click deltas',
    (database) => rollUpClicks(database),
    ['click_deltas_pkey', 'links_pkey'],
  ],
])(
  '%s are looked up by their keys, even with plans made over empty tables',
  async (_what, work, indexes) => {
    expect(await indexesOf(() => work(database))).toEqual(indexes)
  },
)

/** The indexes that the plan of the last statement uses; those of partitions under their table's name. */
async function indexesOf(work: () => Promise<unknown>): Promise<string[]> {
  const plan = (await explainLast(database, work)).join('\n')
  await database.pool.query('DELETE FROM installs')
  expect(plan).not.toMatch(/Seq Scan|Bitmap/)
  const names = [...plan.matchAll(/Index (?:Only )?Scan (?:Backward )?using (\S+)/g)]
  const whole = names.map(([, name = '']) => name.replace(/_(\d{6}|default)_/, '_'))
  return [...new Set(whole)].sort()
}
