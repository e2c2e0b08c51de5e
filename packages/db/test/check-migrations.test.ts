import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checkMigrations, type Finding } from './check-migrations.js'
import { inRoot } from './run-prisma.js'

/** Findings in migrations of the repository that are right for the given reason. */
const EXEMPT: (Omit<Finding, 'line'> & { reason: string })[] = [
  {
    migration: '20261123150000_accounts',
    rule: 'ban-drop-not-null',
    reason: 'Release 0.1.0 writes audit_entries, always with a project, and never reads them.',
  },
  {
    migration: '20261126190000_partition_rights',
    rule: 'unchecked-statement',
    reason: 'The block alters two functions and no table.',
  },
]

const releases = JSON.parse(await readFile(inRoot('prisma/releases/releases.json'), 'utf8')) as {
  version: string
}[]
const RELEASED = releases.map(({ version }) => version)

describe('the migrations of the repository', () => {
  it('neither lock a large table for long nor break processes of the release before', async () => {
    const names = (await readdir(inRoot('prisma/migrations'), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => inRoot(`prisma/migrations/${name}/migration.sql`))
    const found = await checkMigrations(names, RELEASED)
    const remarkable = found.filter(
      ({ migration, rule }) =>
        !EXEMPT.some((one) => one.migration === migration && one.rule === rule),
    )
    expect(remarkable).toEqual([])
    expect(found).toHaveLength(EXEMPT.length)
  })
})

const REFUSED = [
  [
    'indexes a large table',
    'CREATE INDEX "i" ON "links"("name");',
    'require-concurrent-index-creation@1',
  ],
  [
    'indexes a large table uniquely',
    'CREATE UNIQUE INDEX "i" ON "installs"("trace");',
    'require-concurrent-index-creation@1',
  ],
  [
    'indexes concurrently in a transaction',
    'CREATE INDEX CONCURRENTLY "i" ON "links"("name");',
    'concurrently-in-transaction@1',
  ],
  [
    'drops an index of a large table',
    'DROP INDEX "links_name_idx";',
    'require-concurrent-index-deletion@1',
  ],
  [
    'adds a column with a volatile default',
    '\n-- Why.\nALTER TABLE "clicks" ADD COLUMN "r" UUID NOT NULL DEFAULT gen_random_uuid();',
    'adding-field-with-default@3',
  ],
  [
    'adds a generated column',
    'ALTER TABLE "clicks" ADD COLUMN "r" TEXT GENERATED ALWAYS AS (lower(platform)) STORED;',
    'adding-field-with-default@1',
  ],
  [
    'changes a type',
    'ALTER TABLE "deliveries" ALTER COLUMN "seq" TYPE BIGINT;',
    'changing-column-type@1',
  ],
  [
    'sets NOT NULL',
    'ALTER TABLE "events" ALTER COLUMN "payload" SET NOT NULL;',
    'adding-not-nullable-field@1',
  ],
  [
    'adds a constraint that is validated',
    'ALTER TABLE "installs" ADD CONSTRAINT "c" CHECK ("confidence" > 0);',
    'constraint-missing-not-valid@1',
  ],
  [
    'adds a foreign key that is validated',
    'ALTER TABLE "links" ADD COLUMN "owner_id" INTEGER REFERENCES "users"("id");',
    'adding-foreign-key-constraint@1',
  ],
  [
    'adds a unique constraint',
    'ALTER TABLE "visits" ADD CONSTRAINT "c" UNIQUE ("link_id");',
    'constraint-missing-not-valid@1, disallowed-unique-constraint@1',
  ],
  ['changes rows of a large table', 'UPDATE "deliveries" SET "seq" = 1;', 'rows-outside-batches@1'],
  [
    'changes rows without a limit',
    '-- migrate: in batches\nUPDATE "deliveries" SET "seq" = 1 WHERE "seq" = 0;',
    'one-limited-statement@1',
  ],
  [
    'has the limit in a comment',
    '-- migrate: in batches\n-- No LIMIT 1000: few rows.\nDELETE FROM "visits" WHERE "link_id" IS NULL /* LIMIT 1000 */;',
    'one-limited-statement@1',
  ],
  ...['10000000', 'ALL', '1000 * 1000', '(SELECT count(*) FROM links)'].map(
    (rows) =>
      [
        `changes up to ${rows} rows at a time`,
        `-- migrate: in batches\nUPDATE "links" SET "name" = '' WHERE "id" IN (SELECT "id" FROM "links" WHERE "name" IS NULL LIMIT ${rows});`,
        'one-limited-statement@1',
      ] as const,
  ),
  [
    'alters two large tables',
    'ALTER TABLE "links" ADD COLUMN "a" TEXT;\nALTER TABLE "installs" ADD COLUMN "a" TEXT;',
    'two-large-tables@1',
  ],
  [
    'hides statements in a block',
    'DO $$ BEGIN\n  ALTER TABLE links DROP COLUMN name;\nEND $$;',
    'unchecked-statement@1',
  ],
  ['locks a table', 'LOCK TABLE "links" IN ACCESS EXCLUSIVE MODE;', 'unchecked-statement@1'],
  [
    'mixes other statements into concurrent ones',
    '-- migrate: concurrently\nCREATE INDEX CONCURRENTLY "i" ON "links"("name");\nALTER TABLE "links" ADD COLUMN "a" TEXT;',
    'indexes-alone@1',
  ],
] as const

/** Refused unless a release does not use it. */
const CONTRACT = [
  ['drops a column', 'ALTER TABLE "projects" DROP COLUMN "icon";', 'ban-drop-column'],
  [
    'renames a column',
    'ALTER TABLE "projects" RENAME COLUMN "icon" TO "image";',
    'renaming-column',
  ],
  ['drops a table', 'DROP TABLE "domains";', 'ban-drop-table'],
  ['renames a table', 'ALTER TABLE "domains" RENAME TO "hosts";', 'renaming-table'],
  [
    'requires a column that older processes do not write',
    'ALTER TABLE "webhooks" ADD COLUMN "kind" TEXT NOT NULL;',
    'adding-required-field',
  ],
] as const

const FINE = [
  ['indexes a small table', 'CREATE INDEX "i" ON "webhooks"("name");'],
  [
    'indexes a table that it creates',
    'CREATE TABLE "q" (\n  "a" INTEGER\n);\nCREATE INDEX "i" ON "q"("a");\nINSERT INTO "q" SELECT 1;',
  ],
  [
    'indexes concurrently',
    '-- migrate: concurrently\nCREATE INDEX CONCURRENTLY "i" ON "links"("name");',
  ],
  ['adds a column that may be null', 'ALTER TABLE "clicks" ADD COLUMN "a" TEXT;'],
  [
    'adds a column with a constant',
    'ALTER TABLE "clicks" ADD COLUMN "a" BOOLEAN NOT NULL DEFAULT false;',
  ],
  [
    'adds a constraint for later validation',
    'ALTER TABLE "links" ADD CONSTRAINT "c" CHECK ("name" IS NOT NULL) NOT VALID;',
  ],
  ['validates a constraint', 'ALTER TABLE "links" VALIDATE CONSTRAINT "c";'],
  [
    'changes rows in batches',
    '-- migrate: in batches\nUPDATE "links" SET "name" = \'\' WHERE "id" IN (SELECT "id" FROM "links" WHERE "name" IS NULL LIMIT 1000);',
  ],
  ['changes rows of a small table', 'UPDATE "projects" SET "icon" = NULL;'],
  [
    'creates a function and a trigger',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n  UPDATE links SET name = NULL;\n  RETURN NEW;\nEND $$;\nCREATE TRIGGER "t" BEFORE INSERT ON "deliveries" FOR EACH ROW EXECUTE FUNCTION f();',
  ],
  [
    'says why a rule does not apply',
    '-- allow require-concurrent-index-creation: the table is empty\nCREATE INDEX "i" ON "links"("name");',
  ],
] as const

/** The rules that refuse each made-up migration, with their lines. All are checked by one run of the linter. */
let rules: Map<string, string[]>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-made-up-'))
  const texts = [...REFUSED, ...CONTRACT, ...FINE].flatMap(([, sql, rule = '']) => [
    sql,
    ...REASONS.map((reason) => withReason(rule, reason, sql)),
  ])
  const files = await Promise.all(
    texts.map(async (sql, n) => {
      const file = join(folder, String(n), 'migration.sql')
      await mkdir(dirname(file))
      await writeFile(file, `${sql}\n`)
      return file
    }),
  )
  const found = await checkMigrations(files, ['0.1.0', '0.2.0'])
  rules = new Map(
    texts.map((sql, n) => [
      sql,
      found.flatMap(({ migration, rule, line }) =>
        migration === String(n) ? [`${rule}@${line}`] : [],
      ),
    ]),
  )
})
afterAll(() => rm(folder, { recursive: true }))

const REASONS = ['it is ugly', 'unused since 0.3.0', 'unused since 0.2.0']
const withReason = (rule: string, reason: string, sql: string) =>
  `-- allow ${rule}: ${reason}\n${sql}`

describe('a migration is refused if it', () => {
  it.each(REFUSED)('%s', (_what, sql, expected) => {
    expect(rules.get(sql)?.join(', ')).toBe(expected)
  })

  it.each(CONTRACT)('%s, unless a release does not use it', (_what, sql, rule) => {
    expect(rules.get(sql)).toEqual([`${rule}@1`])
    const withReasons = REASONS.map((reason) => rules.get(withReason(rule, reason, sql)))
    expect(withReasons).toEqual([[`${rule}@2`], [`${rule}@2`], []])
  })
})

describe('a migration passes if it', () => {
  it.each(FINE)('%s', (_what, sql) => {
    expect(rules.get(sql)).toEqual([])
  })
})
