import type { DynalinkEvent, Throughline } from '@throughline/client'
import { byId, clock, make } from './dom.js'

/** Shows link events, newest first. */
export function showEvents(throughline: Throughline): void {
  const list = byId('events', HTMLOListElement)
  throughline.dynamicLinkStream.subscribe((event) => {
    list.prepend(itemOf(event))
  })
}

function itemOf(event: DynalinkEvent): HTMLLIElement {
  const source = make('span', 'badge', SOURCES[event.source])
  const head = make('p', 'head', clock(), source, event.code === null ? '' : code(event.code))
  const item = make('li', '', head, make('p', 'url', event.actualUrl || 'No destination'))
  const campaign = campaignOf(event)
  if (campaign !== '') item.append(make('p', 'soft', campaign))
  if (event.hasClickIds) item.append(chipsOf(event))
  return item
}

function code(text: string): HTMLElement {
  return make('code', '', text)
}

function campaignOf({ campaignName, utmSource, utmMedium, utmCampaign }: DynalinkEvent): string {
  const utm = [utmSource, utmMedium, utmCampaign].filter((value) => value !== null).join(' / ')
  return [campaignName, utm].filter((value) => value !== null && value !== '').join(' · ')
}

function chipsOf(event: DynalinkEvent): HTMLElement {
  const ids = {
    gclid: event.gclid,
    gbraid: event.gbraid,
    fbclid: event.fbclid,
    ttclid: event.ttclid,
    twclid: event.twclid,
    li_fat_id: event.liFatId,
  }
  const chips = Object.entries(ids).flatMap(([name, value]) =>
    value === null ? [] : [make('li', '', make('b', '', name), ' ', value)],
  )
  return make('ul', 'chips', ...chips)
}

const SOURCES = {
  loading_page: 'Landing page',
  verified_link: 'Verified link',
  install: 'Install',
} as const
