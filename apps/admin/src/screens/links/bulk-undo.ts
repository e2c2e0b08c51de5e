import type { Link } from '../../api/types.js'
import type { LinksChange } from '../../api/links.js'

export type BulkChange = Omit<LinksChange, 'codes'>

export type ChangedLink = Pick<Link, 'code' | 'tags' | 'campaign_id' | 'archived_at'>

/** The changes that bring each link back to its state before a bulk change, one for links with equal changes. */
export function undoOf(links: readonly ChangedLink[], change: BulkChange): LinksChange[] {
  const groups = new Map<string, LinksChange>()
  for (const link of links) {
    const back = backOf(link, change)
    if (Object.keys(back).length === 0) continue
    const key = JSON.stringify(back)
    const codes = [...(groups.get(key)?.codes ?? []), link.code]
    groups.set(key, { ...back, codes })
  }
  return [...groups.values()]
}

function backOf(link: ChangedLink, change: BulkChange): BulkChange {
  const {
    archived,
    campaign_id: campaign,
    add_tags: added = [],
    remove_tags: removed = [],
  } = change
  const wasArchived = link.archived_at !== null
  const newTags = added.filter((tag) => !link.tags.includes(tag))
  const lostTags = removed.filter((tag) => link.tags.includes(tag) && !added.includes(tag))
  return {
    ...(archived === undefined || archived === wasArchived ? {} : { archived: wasArchived }),
    ...(campaign === undefined || campaign === link.campaign_id
      ? {}
      : { campaign_id: link.campaign_id }),
    ...(newTags.length === 0 ? {} : { remove_tags: newTags }),
    ...(lostTags.length === 0 ? {} : { add_tags: lostTags }),
  }
}
