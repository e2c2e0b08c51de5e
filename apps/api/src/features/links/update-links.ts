import type { UpdateLinksBody } from '@throughline/contracts/links'
import { MAX_TAGS } from '@throughline/contracts/links'
import type { FieldErrors } from '@throughline/core/lib/errors'
import { notifyLinkChanges } from '@throughline/db/links/link-changes'
import { listCampaignIdsAmong } from '@throughline/db/links/link-references'
import {
  lockLinksByCodes,
  updateLinks as updateRows,
  type LinkChanges,
  type LinkRecord,
} from '@throughline/db/links/links'
import { writeAudits } from '@throughline/db/projects/audit'
import { givenFields } from '../../http/given-fields.js'
import type { Answer, Call } from '../../http/route.js'
import { linkNote, presentCounted } from './link-call.js'
import { rejectFields } from './validate-links.js'

type UpdateLinksCall = Call<object, unknown, UpdateLinksBody>

/** Changes the same fields of several links: all, or none if one cannot be changed. */
export async function updateLinks(call: UpdateLinksCall): Promise<Answer> {
  const { body, db, project } = call
  const { codes } = body
  const found = await lockLinksByCodes(db, project.id, codes)
  const byCode = new Map(found.map((link) => [link.code, link]))
  rejectFields({ ...rejectLinks(body, byCode), ...(await rejectCampaign(call)) })
  const now = new Date()
  const planned = found.map((link) => ({ link, changes: changesOf(body, link, now) }))
  const changed = planned.filter(({ changes }) => Object.keys(changes).length > 0)
  for (const link of await updateRows(db, changed)) byCode.set(link.code, link)
  await writeAudits(
    db,
    changed.map(({ link, changes }) => linkNote(call, link, noteOf(changes))),
  )
  // Link hosts do not store tags.
  const served = changed.filter(({ changes }) =>
    Object.keys(changes).some((name) => name !== 'tags'),
  )
  await notifyLinkChanges(
    db,
    served.map(({ link }) => ({ projectId: project.id, code: link.code })),
  )
  const links = codes.flatMap((code) => byCode.get(code) ?? [])
  return { status: 200, body: { data: links.map(await presentCounted(call, links)) } }
}

/** Why links cannot be changed, under names such as `codes.3`. */
function rejectLinks(body: UpdateLinksBody, byCode: ReadonlyMap<string, LinkRecord>): FieldErrors {
  return Object.fromEntries(
    body.codes.flatMap((code, index) => {
      const reason = reasonAgainst(body, byCode.get(code))
      return reason === null ? [] : [[`codes.${index}`, [`${code}: ${reason}`]]]
    }),
  )
}

function reasonAgainst(body: UpdateLinksBody, link: LinkRecord | undefined): string | null {
  if (link === undefined) return 'This project has no such link.'
  if (link.archivedAt !== null && body.archived === undefined)
    return 'This link is archived. Restore it with archived: false.'
  if (tagsOf(body, link).length > MAX_TAGS) return `It would have more than ${MAX_TAGS} tags.`
  return null
}

async function rejectCampaign({ body, db, project }: UpdateLinksCall): Promise<FieldErrors> {
  const id = body.campaign_id
  if (id == null || (await listCampaignIdsAmong(db, project.id, [id])).length > 0) return {}
  return { campaign_id: ['This campaign does not exist in this project.'] }
}

/** The columns whose values change. */
function changesOf(body: UpdateLinksBody, link: LinkRecord, now: Date): LinkChanges {
  const tags = tagsOf(body, link)
  const isArchived = link.archivedAt !== null
  return givenFields({
    archivedAt:
      body.archived === undefined || body.archived === isArchived
        ? undefined
        : body.archived
          ? now
          : null,
    campaignId: body.campaign_id === link.campaignId ? undefined : body.campaign_id,
    tags: JSON.stringify(tags) === JSON.stringify(link.tags) ? undefined : tags,
  })
}

function tagsOf(
  { add_tags: added = [], remove_tags: removed = [] }: UpdateLinksBody,
  link: LinkRecord,
) {
  return [...new Set([...link.tags.filter((tag) => !removed.includes(tag)), ...added])]
}

const FIELDS = { archivedAt: 'archived', campaignId: 'campaign_id', tags: 'tags' } as const

function noteOf(changes: LinkChanges) {
  const fields = Object.keys(changes).map((name) => FIELDS[name as keyof typeof FIELDS])
  return changes.archivedAt instanceof Date && fields.length === 1
    ? { action: 'archive' }
    : { action: 'update', details: { fields } }
}
