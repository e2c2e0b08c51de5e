import type { CreateLinkBody, CreateLinksBody } from '@throughline/contracts/links'
import { domainError, type FieldErrors } from '@throughline/core/lib/errors'
import type { Answer, Call } from '../../http/route.js'
import { validateNewLinks, rejectFields, type IsRejected } from './validate-links.js'
import { auditLink, linkNote, presentNew } from './link-call.js'
import { planLinks, type PlannedLink } from './link-columns.js'
import { lookupApps } from './lookup-apps.js'
import { writeAudits } from '@throughline/db/projects/audit'
import {
  listTakenCodes,
  lockBulkInsert,
  type LinkRecord,
  insertLinks as insertRows,
} from '@throughline/db/links/links'
import { generateShortCode } from '@throughline/core/links/short-code'
import type { Db } from '@throughline/db/connection/database'

export async function createLink(call: Call<object, unknown, CreateLinkBody>): Promise<Answer> {
  const [problems = {}] = await validateNewLinks(call, [call.body])
  rejectFields(problems)
  const [link] = await insertLinks(call.db, await planLinks(call, [call.body]))
  if (link == null)
    throw domainError(
      'code_taken',
      `The code "${call.body.code ?? ''}" is already used in this project. Choose another one, or omit code.`,
    )
  await auditLink(call, link, { action: 'create' })
  return {
    status: 201,
    headers: { Location: `/api/links/${link.code}` },
    body: presentNew(call)(link),
    afterCommit: () => lookupApps(call.ctx, [link]),
  }
}

type BulkCall = Call<object, unknown, CreateLinksBody>

export async function createLinks(call: BulkCall): Promise<Answer> {
  const { links: bodies, dry_run: isDryRun } = call.body
  rejectFields(await validateAll(call, call.body))
  if (isDryRun) return { status: 200, body: { dry_run: true, count: bodies.length } }
  await lockBulkInsert(call.db, call.project.id)
  const made = requireAll(await insertLinks(call.db, await planLinks(call, bodies)), bodies)
  const notes = made.map((link) => linkNote(call, link, { action: 'create' }))
  await writeAudits(call.db, notes)
  return {
    status: 201,
    body: { data: made.map(presentNew(call)) },
    afterCommit: () => lookupApps(call.ctx, made),
  }
}

/** The rules for a body that the schema rejects. */
export async function newLinkRules(
  call: Call<unknown, unknown, Partial<CreateLinkBody>>,
  rejected: FieldErrors,
): Promise<FieldErrors> {
  const [problems = {}] = await validateNewLinks(call, [call.body], (_, name) => name in rejected)
  return problems
}

/**
 * The rules for a body that the schema rejects, unless it rejects the list itself, for example because it is too long.
 */
export function newLinksRules(
  call: Call<unknown, unknown, Partial<CreateLinksBody>>,
  rejected: FieldErrors,
): Promise<FieldErrors> {
  const { links, dry_run = false } = call.body
  if (links === undefined || 'links' in rejected) return Promise.resolve({})
  const isRejected: IsRejected = (index, name) => `links.${index}.${name}` in rejected
  return validateAll(call, { links, dry_run }, isRejected)
}

/** All errors, under names such as `links.3.actual_url`. Looks up taken codes only in a dry run. */
async function validateAll(
  call: Call<unknown>,
  { links, dry_run: isDryRun }: CreateLinksBody,
  isRejected?: IsRejected,
): Promise<FieldErrors> {
  const results = await validateNewLinks(call, links, isRejected)
  const fields = isDryRun ? await takenCodes(call, links) : {}
  const firstWith = new Map<string, number>()
  for (const [index, problems] of results.entries()) {
    for (const [name, texts] of Object.entries(problems)) fields[`links.${index}.${name}`] = texts
    const code = links[index]?.code
    const first = code === undefined ? undefined : firstWith.get(code)
    if (first !== undefined) fields[`links.${index}.code`] = [`links.${first} has the same code`]
    else if (code !== undefined) firstWith.set(code, index)
  }
  return fields
}

async function takenCodes(
  { db, project }: Call<unknown>,
  links: CreateLinksBody['links'],
): Promise<FieldErrors> {
  const codes = links.map(({ code }) => code ?? null)
  const given = codes.filter((code) => code !== null)
  const taken = new Set<string | null>(await listTakenCodes(db, project.id, given))
  return Object.fromEntries(
    [...codes.entries()].flatMap(([index, code]) =>
      taken.has(code) ? [[`links.${index}.code`, [CODE_TAKEN]]] : [],
    ),
  )
}

const CODE_TAKEN = 'is taken in this project'

function requireAll(
  made: readonly (LinkRecord | null)[],
  bodies: CreateLinksBody['links'],
): LinkRecord[] {
  const taken = [...made.entries()].flatMap(([index, link]) => (link === null ? [index] : []))
  if (taken.length > 0) {
    const codes = taken.map((index) => `"${bodies[index]?.code ?? ''}"`).join(', ')
    throw domainError(
      'code_taken',
      `No link was created: in this project ${taken.length === 1 ? `the code ${codes} is` : `the codes ${codes} are`} taken.`,
      {
        fields: Object.fromEntries(taken.map((index) => [`links.${index}.code`, [CODE_TAKEN]])),
      },
    )
  }
  return made.filter((link) => link !== null)
}

/** A second collision among 27 billion codes means a full project or a broken generator. */
const MAX_TRIES = 5

/** Returns the links in order; null for one whose own code is taken. Replaces generated codes after a collision. */
export async function insertLinks(
  db: Db,
  links: readonly PlannedLink[],
  newCode = generateShortCode,
): Promise<(LinkRecord | null)[]> {
  const made = links.map((): LinkRecord | null => null)
  const codes = new Set(links.flatMap(({ code }) => code ?? []))
  let open = [...links.entries()]
  for (let tries = 0; tries < MAX_TRIES && open.length > 0; tries += 1) {
    const rows = open.map(([, link]) => ({ ...link, code: link.code ?? freshCode(codes, newCode) }))
    const byCode = new Map((await insertRows(db, rows)).map((link) => [link.code, link]))
    open.forEach(([index], place) => {
      made[index] = byCode.get(rows[place]?.code ?? '') ?? null
    })
    open = open.filter(([index, link]) => made[index] === null && link.code === null)
  }
  if (open.length > 0) throw new Error(`No free code found in ${MAX_TRIES} tries`)
  return made
}

function freshCode(codes: Set<string>, newCode: () => string): string {
  const code = newCode()
  if (codes.has(code)) return freshCode(codes, newCode)
  codes.add(code)
  return code
}
