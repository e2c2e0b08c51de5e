import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { CLICK_TRACES_HOURS } from '@throughline/db/retention/anonymize-clicks'
import { FINGERPRINT_DAYS } from '@throughline/core/matching/fingerprint'
import { EXPLANATION_DAYS } from '@throughline/core/matching/explain-install'
import { SALT_HOURS } from '@throughline/db/retention/anonymize-visitors'
import { VISIT_DAYS } from '@throughline/db/retention/delete-visits'
import { MATCH_COUNT_WEEKS } from '@throughline/core/matching/learned-model'
import {
  REFERRER_DAYS,
  REFUSAL_DAYS,
  TEST_DAYS,
} from '@throughline/db/retention/anonymize-installs'
import { readConfig } from '../config.js'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const page = read('docs/privacy.md')
const schema = read('prisma/schema.prisma')

const TABLES = [
  'clicks',
  'visits',
  'installs',
  'install_refusals',
  'attributions',
  'events',
  'deliveries',
  'delivery_attempts',
  'unique_visitors',
  'match_counts',
  'match_quality',
  'match_sightings',
]

/** The rows of the first table under a heading, as cells. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The columns of a table by their database names, without relations. */
function columnsOf(table: string): string[] {
  const model = schema.split(/^model /m).find((part) => part.includes(`@@map("${table}")`)) ?? ''
  const fields = model.split('\n').filter((line) => /^ {2}[a-z]\w* +[A-Z]/.test(line))
  return fields.map((line) => /@map\("(\w+)"\)/.exec(line)?.[1] ?? line.trim().split(/\s/)[0] ?? '')
}

function namesIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
}

const periods = rowsUnder('Periods')

it('docs/privacy.md states the periods of the code', () => {
  const { retention } = readConfig({
    DATABASE_URL: 'postgresql://localhost/throughline',
    SECRETS_KEYS: generateKeyRingEntry('k1'),
  })
  expect(Object.fromEntries(periods.map(([, period, name]) => [name, period]))).toEqual({
    '`CLICK_TRACES_HOURS`': `${CLICK_TRACES_HOURS} hours`,
    '`SALT_HOURS`': `${SALT_HOURS} hours`,
    '`EXPLANATION_DAYS`': `${EXPLANATION_DAYS} days`,
    '`TEST_DAYS`': `${TEST_DAYS} days`,
    '`REFERRER_DAYS`': `${REFERRER_DAYS} days`,
    '`REFUSAL_DAYS`': `${REFUSAL_DAYS} days`,
    '`MATCH_COUNT_WEEKS`': `${MATCH_COUNT_WEEKS} weeks`,
    '`VISIT_DAYS`': `${VISIT_DAYS} days`,
    '`FINGERPRINT_DAYS`': `${FINGERPRINT_DAYS} days`,
    '`ATTEMPT_RETENTION_DAYS`': `${retention.attemptDays} days`,
    '`DELIVERY_RETENTION_DAYS`': `${retention.deliveryDays} days`,
    '`CLICK_RETENTION_DAYS`': `${retention.clickDays} days`,
  })
})

describe.each(TABLES)('docs/privacy.md, %s', (table) => {
  const rows = rowsUnder(table)

  it('names every column, and no other', () => {
    const named = rows.flatMap(([columns]) => namesIn(columns))
    expect(columnsOf(table).length).toBeGreaterThan(2)
    expect(named.sort()).toEqual(columnsOf(table).sort())
  })

  it('gives each a reason and an explained period', () => {
    const known = [
      'erasure',
      'erasure; `match`: explanation',
      'erasure; unmatched: referrers',
      ...periods.map(([name]) => name),
    ]
    for (const [columns, what, why, until] of rows) {
      expect([columns, what !== '' && why !== '', known.includes(until)]).toEqual([
        columns,
        true,
        true,
      ])
    }
  })
})
