interface Campaigned {
  campaignId: number | null
  campaign: { deletedAt: Date | null } | null
}

/**
 * A link as all may see it: of a deleted campaign it has none. The row keeps the id, so that to delete a campaign of
 * a million links is one row's work and no tap of them waits for it. Every query that answers links ends in this.
 */
export function withLiveCampaign<Link extends Campaigned>(link: Link): Link {
  const isGone = link.campaign !== null && link.campaign.deletedAt !== null
  return isGone ? { ...link, campaignId: null, campaign: null } : link
}
