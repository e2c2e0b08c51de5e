import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createRequire } from 'node:module'
import { kindOf } from '../src/migrations/apply-migration.js'
import { parseIndexes } from '../src/migrations/create-index-concurrently.js'

/** A statement that would block others, or break processes of the release before. */
export interface Finding {
  migration: string
  rule: string
  /** Counted from 1. */
  line: number
}

/**
 * Tables whose rows are created by people, not by traffic: a scan takes milliseconds. Every other table that existed
 * before is large.
 */
const SMALL_TABLES = new Set([
  'admin_tokens',
  'audit_entries',
  'campaigns',
  'daily_salts',
  'domains',
  'hold_backlog',
  'key_check',
  'former_project_keys',
  'one_time_links',
  'project_members',
  'projects',
  'replays',
  'retention_cursors',
  'roll_up_state',
  'sessions',
  'shared_range_lists',
  'sign_in_failures',
  'tickets',
  'users',
  'webhooks',
])

/** What changes the meaning of a schema for processes of the release before. Size does not matter. */
const CONTRACT_RULES = new Set([
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-not-null',
  'adding-required-field',
  'renaming-column',
  'renaming-table',
  'ban-drop-database',
])

/**
 * `migrate` waits for a lock for two seconds, and rolls a failed migration back. Ids of some tables are integers in the
 * API. `findOwn` reports indexes that are created concurrently in a transaction.
 */
const EXCLUDED = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'ban-concurrent-index-creation-in-transaction',
]

/**
 * Checks migrations (docs/migrations.md).
 *
 * @param files `<name>/migration.sql`
 * @param released versions; what one of them does not use may be dropped
 */
export async function checkMigrations(files: string[], released: string[]): Promise<Finding[]> {
  const linted = await squawk(files)
  const found = await Promise.all(
    files.map(async (file) => {
      const sql = await readFile(file, 'utf8')
      const rules = checkMigration(sql, linted.get(file) ?? [], released)
      return rules.map((rule) => ({ migration: basename(dirname(file)), ...rule }))
    }),
  )
  return found.flat()
}

function checkMigration(sql: string, linted: RuleAt[], released: string[]): RuleAt[] {
  const statements = split(sql)
  const at = (line: number) => statements.findLast((one) => one.line <= line)
  const created = new Set(
    statements.flatMap(({ text }) => /^CREATE TABLE "(\w+)"/.exec(text)?.[1] ?? []),
  )
  const isLarge = (table = 'unknown') => !created.has(table) && !SMALL_TABLES.has(table)
  const found = linted.filter(
    ({ rule, line }) => CONTRACT_RULES.has(rule) || isLarge(tableOf(at(line)?.text ?? '')),
  )
  return [...found, ...findOwn(sql, statements, isLarge)].filter(
    ({ rule, line }) => !isAllowed(at(line)?.comment ?? '', rule, released),
  )
}

type RuleAt = Pick<Finding, 'rule' | 'line'>

interface Statement {
  /** Of its first word. */
  line: number
  text: string
  comment: string
}

/** Statements end in a semicolon at the end of a line, as in all migrations. Function bodies are blanked. */
function split(sql: string): Statement[] {
  let line = 1
  const blanked = sql.replace(/\$\$[^$]*\$\$/g, (body) => body.replaceAll(/[^\n$]/g, ' '))
  return blanked.split(/(?<=;)\n/).flatMap((part) => {
    const comment = /^(?:\s*--.*\n|\s*\n)*/.exec(part)?.[0] ?? ''
    const text = part.slice(comment.length).trim()
    const first = line + comment.split('\n').length - 1
    line += part.split('\n').length
    return text === '' ? [] : [{ line: first, text, comment }]
  })
}

function tableOf(text: string): string | undefined {
  return /(?:^ALTER TABLE(?: ONLY)?|^(?:UPDATE|DELETE FROM|INSERT INTO)|^CREATE[^(]* ON(?: ONLY)?) "?(\w+)/.exec(
    text,
  )?.[1]
}

/** What squawk does not know: how `migrate` runs each kind, which tables are large, and deadlocks. */
function findOwn(
  sql: string,
  statements: Statement[],
  isLarge: (table?: string) => boolean,
): RuleAt[] {
  const kind = kindOf(sql)
  const found = statements.flatMap(({ line, text }): RuleAt[] => {
    if (/^(DO|LOCK|TRUNCATE|CLUSTER|VACUUM|REFRESH)\b/.test(text))
      return [{ line, rule: 'unchecked-statement' }]
    if (/^CREATE (UNIQUE )?INDEX CONCURRENTLY/.test(text) && kind !== 'concurrently')
      return [{ line, rule: 'concurrently-in-transaction' }]
    const isOfRows = /^(UPDATE|DELETE|INSERT|WITH)\b/.test(text)
    return isOfRows && kind !== 'in batches' && isLarge(tableOf(text))
      ? [{ line, rule: 'rows-outside-batches' }]
      : []
  })
  const altered = new Set(
    statements.flatMap(({ text }) =>
      /^(?:ALTER TABLE|CREATE TRIGGER)/.test(text) ? (tableOf(text) ?? []) : [],
    ),
  )
  if ([...altered].filter(isLarge).length > 1) found.push({ line: 1, rule: 'two-large-tables' })
  if (kind === 'in batches' && (statements.length !== 1 || !isLimited(sql)))
    found.push({ line: 1, rule: 'one-limited-statement' })
  if (kind === 'concurrently' && !isParseable(sql)) found.push({ line: 1, rule: 'indexes-alone' })
  return found
}

/** A batch holds the locks of its rows until it commits. */
const MAX_BATCH_ROWS = 100_000
/** What may follow LIMIT: a number, and perhaps a lock clause. */
const AMOUNT = /^\s+(\d+)\s*(?:FOR\b.*)?$/is
const COMMENT_OR_TEXT = /--.*|\/\*[^]*?\*\/|'[^']*'/g

/** Whether every LIMIT is a number that keeps a batch small, and there is one. */
function isLimited(sql: string): boolean {
  const limits = [...sql.replace(COMMENT_OR_TEXT, '').matchAll(/\bLIMIT\b([^;)]*)/gi)]
  return (
    limits.length > 0 &&
    limits.every(([, rows = '']) => Number(AMOUNT.exec(rows)?.[1] ?? Infinity) <= MAX_BATCH_ROWS)
  )
}

function isParseable(sql: string): boolean {
  try {
    return parseIndexes({ name: '', sql }).length > 0
  } catch {
    return false
  }
}

/** `-- allow RULE: reason`. The reason of what breaks older processes is `unused since VERSION`. */
function isAllowed(comment: string, rule: string, released: string[]): boolean {
  const reason = new RegExp(`^-- allow ${rule}: (.+)$`, 'm').exec(comment)?.[1]
  if (reason === undefined || !CONTRACT_RULES.has(rule)) return reason !== undefined
  return released.includes(/^unused since (\d+\.\d+\.\d+)/.exec(reason)?.[1] ?? '')
}

/** The linter of PostgreSQL migrations, https://squawkhq.com. */
const SQUAWK = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk')

async function squawk(files: string[]): Promise<Map<string, RuleAt[]>> {
  const args = [
    '--assume-in-transaction',
    '--pg-version=14',
    '--reporter=json',
    `--exclude=${EXCLUDED.join()}`,
  ]
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [SQUAWK, ...args, ...files], (error, stdout, stderr) => {
      // It exits with 1 if it found something.
      if (error !== null && stdout === '') reject(new Error(stderr, { cause: error }))
      else resolve(stdout)
    })
  })
  const found = JSON.parse(output) as { file: string; rule_name: string; line: number }[]
  const byFile = new Map(files.map((file): [string, RuleAt[]] => [file, []]))
  for (const { file, rule_name: rule, line } of found)
    byFile.get(file)?.push({ rule, line: line + 1 })
  return byFile
}
