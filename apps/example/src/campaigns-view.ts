import type { Campaign, CampaignStats, Throughline } from '@throughline/client'
import { byId, make } from './dom.js'
import { onSubmit } from './on-submit.js'

const DAYS = 14

/** Creates campaigns, and lists them with their clicks of the last days. */
export function wireCampaigns(throughline: Throughline): void {
  // If this fails, the button is still there and shows its error.
  list(throughline).catch(() => undefined)
  onSubmit('campaign-form', async (field) => {
    if (field('do') === 'list') return list(throughline)
    const campaign = await throughline.createCampaign({
      name: field('name'),
      status: 'active',
      utmSource: 'example',
      utmMedium: 'app',
    })
    await list(throughline)
    byId('link-campaign', HTMLSelectElement).value = String(campaign.id)
    return `Campaign ${campaign.id} is created. New links can use it.`
  })
}

async function list(throughline: Throughline): Promise<string> {
  const campaigns = await throughline.getCampaigns()
  const shown = campaigns.slice(0, MAX_SHOWN)
  const stats = await Promise.all(shown.map(({ id }) => throughline.getCampaignStats(id, DAYS)))
  const rows = shown.flatMap((campaign, at) => {
    const ofCampaign = stats[at]
    return ofCampaign === undefined ? [] : [itemOf(campaign, ofCampaign)]
  })
  byId('campaigns', HTMLUListElement).replaceChildren(...rows)
  offerToLinks(shown)
  return campaigns.length === 0 ? 'There are no campaigns yet.' : ''
}

function itemOf({ name, status }: Campaign, { totalClicks, clicksPerDay }: CampaignStats) {
  const clicks = `${totalClicks} ${totalClicks === 1 ? 'click' : 'clicks'}`
  const text = make('span', 'grow', name, ' ', make('span', 'badge', status))
  return make('li', '', text, bars(clicksPerDay.map(({ count }) => count)), make('b', '', clicks))
}

/** One bar a day, hidden from screen readers, which get the number beside it. */
function bars(counts: readonly number[]): HTMLElement {
  const most = Math.max(1, ...counts)
  const chart = make('span', 'bars')
  chart.ariaHidden = 'true'
  for (const count of counts) {
    const bar = make('i', count === 0 ? 'none' : '')
    bar.style.setProperty('--height', `${Math.round((count / most) * 100)}%`)
    chart.append(bar)
  }
  return chart
}

function offerToLinks(campaigns: readonly Campaign[]): void {
  const select = byId('link-campaign', HTMLSelectElement)
  const chosen = select.value
  const options = campaigns.map(({ id, name }) => new Option(name, String(id)))
  select.replaceChildren(new Option('None', ''), ...options)
  select.value = chosen
}

const MAX_SHOWN = 8
