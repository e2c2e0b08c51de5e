import { noClickIds } from '@throughline/core/links/click-ids'
import { noUtm } from '@throughline/core/links/utm'
import { buildAttributionPayload } from '@throughline/core/webhooks/payload'
import { formatProfile, phoneOs } from '@throughline/core/links/click-profile'
import { decideInstall } from '@throughline/core/matching/decide-install'
import { EXPLANATION_DAYS } from '@throughline/core/matching/explain-install'
import { DEFAULT_MIN_CONFIDENCE } from '@throughline/core/matching/match-model'
import type {
  ClickCandidate,
  Decision,
  MatchInput,
  MatchSignals,
} from '@throughline/core/matching/match-types'
import { SHIPPED_MODEL } from '@throughline/core/matching/shipped-model'
import type { SampleInstall } from '@throughline/db/projects/insert-sample'
import type { Random } from '@throughline/testkit/seeded-random'
import { CAMPAIGNS, CHANNELS, COUNTRIES, SDK_VERSIONS, type Weighted } from './catalog.js'
import { drawSignals, type SampleClick } from './draw-clicks.js'
import { DAY_MS, drawUuid, drawWeighted, HOUR_MS, MINUTE_MS } from './draw.js'

/** A generated install: the app's report, and the clicks that it is compared with. */
interface Draft {
  input: MatchInput
  candidates: ClickCandidate[]
  country: string | null
}

/**
 * The scenario of an install. The real matcher decides its match type or reason, so the explanations are those of the
 * product.
 */
type Story =
  | 'token'
  | 'signals'
  | 'two_phones'
  | 'other_phone'
  | 'next_day'
  | 'used_before'
  | 'other_network'
  | 'reinstalled'
  | 'other_project'

const STORIES: Readonly<Record<'ios' | 'android', Weighted<Story>>> = {
  android: [
    ['token', 76],
    ['signals', 9],
    ['other_network', 6],
    ['used_before', 3],
    ['other_project', 1],
    ['two_phones', 2],
    ['next_day', 3],
  ],
  ios: [
    ['token', 24],
    ['signals', 53],
    ['two_phones', 6],
    ['other_phone', 6],
    ['next_day', 6],
    ['used_before', 2],
    ['reinstalled', 3],
  ],
}

/** Installs without a click, relative to installs with one. */
const ORGANIC = 0.3

/** Returns the installs from clicks, and others, oldest first. */
export function drawInstalls(
  random: Random,
  clicks: readonly SampleClick[],
  until: Date,
): SampleInstall[] {
  const consumed = new Map<string, Date>()
  const compared = new Set<string>()
  const byId = new Map(clicks.map((click) => [click.row.id, click]))
  const world = { consumed, compared, byId, until }
  const before: Partial<Record<string, SampleClick>> = {}
  const installs: SampleInstall[] = []
  for (const click of clicks) {
    const { row, link, at } = click
    const { platform } = row
    if (row.uncountedReason !== null || (platform !== 'ios' && platform !== 'android')) continue
    const own = random.fork(row.id)
    const other = before[platform]
    before[platform] = click
    const isRecent = until.getTime() - at.getTime() < RECENT_MS
    if (!isRecent && !own.chance(link.installRate)) continue
    const story = isRecent ? 'token' : drawWeighted(own, STORIES[platform])
    const delayMs = isRecent ? MINUTE_MS : drawDelayMs(own, story)
    const draft = draftOf({ click, other, story, delayMs, consumed, compared })
    if (draft.input.now < until) installs.push(decide(own, draft, world))
    if (own.chance(ORGANIC)) {
      const organic = draftOrganic(own, { platform, at })
      if (organic.input.now < until) installs.push(decide(own, organic, world))
    }
  }
  return installs.sort((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime())
}

/** The most recent clicks always lead to installs, so that some deliveries are still being retried. */
const RECENT_MS = 30 * MINUTE_MS

interface DraftOptions {
  click: SampleClick
  /** The click of another phone before this one. */
  other: SampleClick | undefined
  story: Story
  /** The time from the click to the first start of the app. */
  delayMs: number
  consumed: ReadonlyMap<string, Date>
  /** Clicks that earlier installs were compared with. */
  compared: ReadonlySet<string>
}

function draftOf({ click, other, story, delayMs, consumed, compared }: DraftOptions): Draft {
  const { row, at, signals } = click
  const candidate = candidateOf(click, consumed)
  const input = { ...reportOf(row.platform, new Date(at.getTime() + delayMs)), signals }
  const draft = { input, candidates: [candidate], country: row.country }
  const token = { state: 'valid', clickId: row.id } as const
  const source = row.platform === 'ios' ? ('clipboard' as const) : ('referrer' as const)
  switch (story) {
    case 'token':
      return { ...draft, input: { ...input, source, clickToken: token } }
    case 'used_before': {
      const usedAt = new Date(at.getTime() + MINUTE_MS)
      const candidates = [{ ...candidate, consumedAt: usedAt }]
      return { ...draft, candidates, input: { ...input, source, clickToken: token } }
    }
    case 'reinstalled': {
      const installedAt = new Date(at.getTime() - 40 * DAY_MS)
      const times = { ...input.times, installedAt }
      return { ...draft, input: { ...input, times, source, clickToken: token } }
    }
    case 'other_project':
      return { ...draft, input: { ...input, source, clickToken: { state: 'wrong_project' } } }
    case 'other_network': {
      const referrer = { ...NO_EVIDENCE, foreignParameters: ['af_tranid'] }
      return { ...draft, input: { ...input, referrer } }
    }
    case 'two_phones':
      return { ...draft, candidates: [candidate, ...twinsOf(click, other, { consumed, compared })] }
    case 'other_phone': {
      return { ...draft, input: { ...input, signals: { ...signals, ...anotherPhone(signals) } } }
    }
    case 'signals':
    case 'next_day':
      return draft
  }
}

const NO_EVIDENCE = {
  foreignParameters: [],
  hasUnknownCode: false,
  clickIds: noClickIds(),
  utmSource: null,
}

/** An older iPhone in the same household. */
function anotherPhone({ screenWidth }: MatchSignals): Partial<MatchSignals> {
  const screen = screenWidth === 390 ? [375, 812] : [390, 844]
  return { osVersion: '17.4', screenWidth: screen[0] ?? null, screenHeight: screen[1] ?? null }
}

/** Returns a recent click of a phone of the same model in the same household, if there is one. */
function twinsOf(
  { at, signals }: SampleClick,
  other: SampleClick | undefined,
  { consumed, compared }: Pick<DraftOptions, 'consumed' | 'compared'>,
): ClickCandidate[] {
  if (other === undefined || at.getTime() - other.at.getTime() > HOUR_MS) return []
  if (compared.has(other.row.id)) return []
  // Its landing page reported the same phone, which the explanation shows.
  other.signals = signals
  return [candidateOf(other, consumed)]
}

function draftOrganic(random: Random, seen: { platform: 'ios' | 'android'; at: Date }): Draft {
  const { platform, at } = seen
  const signals = drawSignals(random, platform)
  const now = new Date(at.getTime() + random.integer(0, 6 * HOUR_MS))
  const country = drawWeighted(random, COUNTRIES)
  return { input: { ...reportOf(platform, now), signals }, candidates: [], country }
}

/** Most installs follow within minutes. */
function drawDelayMs(random: Random, story: Story): number {
  if (story === 'next_day') return random.integer(5, 22) * HOUR_MS
  return Math.round((0.8 + 24 * random.next() ** 4) * MINUTE_MS)
}

/** A first start half a minute after the installation, with consent. */
function reportOf(platform: string, now: Date): Omit<MatchInput, 'signals'> {
  return {
    now,
    platform: platform === 'ios' ? 'ios' : 'android',
    consent: 'given',
    clickToken: { state: 'absent' },
    codeLinkId: null,
    source: null,
    referrer: null,
    windowMinutes: 120,
    minConfidence: DEFAULT_MIN_CONFIDENCE,
    times: {
      installedAt: new Date(now.getTime() - MINUTE_MS / 2),
      beganAt: null,
      referrerClickAt: null,
    },
    isAddressShared: false,
    isAddressV6: false,
  }
}

function candidateOf(
  { row, at, signals }: SampleClick,
  consumed: ReadonlyMap<string, Date>,
): ClickCandidate {
  return {
    clickId: row.id,
    linkId: row.linkId,
    campaignId: row.campaignId,
    source: row.source,
    platform: row.platform,
    createdAt: at,
    consumedAt: consumed.get(row.id) ?? null,
    visitorId: row.id,
    sameAddress: true,
    sameFullAddress: true,
    params: row.params,
    linkUtmSource: null,
    signals,
  }
}

interface World {
  /** When an install claimed a click. */
  consumed: Map<string, Date>
  compared: Set<string>
  byId: ReadonlyMap<string, SampleClick>
  until: Date
}

function decide(
  random: Random,
  draft: Draft,
  { consumed, compared, byId, until }: World,
): SampleInstall {
  const { input, candidates, country } = draft
  const decision = decideInstall(SHIPPED_MODEL, input, candidates)
  for (const { clickId } of candidates) compared.add(clickId)
  const { now: decidedAt, platform } = input
  const { osVersion } = input.signals
  const click = byId.get(decision.clickId ?? '')
  if (click !== undefined) consumed.set(click.row.id, decidedAt)
  const ownProfile = { country, platform, os: phoneOs(platform, osVersion) }
  return {
    installId: drawUuid(random),
    platform,
    decidedAt,
    country,
    osVersion,
    sdkVersion: drawWeighted(random, SDK_VERSIONS),
    // The column keeps four digits.
    confidence: Math.round(decision.confidence * 10_000) / 10_000,
    reason: decision.reason,
    linkId: decision.linkId,
    explanation: explanationOf(decision, input, until),
    profile: click?.row.profile ?? formatProfile(ownProfile),
    match:
      click === undefined || decision.matchType === null
        ? null
        : {
            matchType: decision.matchType,
            clickId: click.row.id,
            campaignId: click.row.campaignId,
            attributionId: drawUuid(random, decidedAt),
            eventId: drawUuid(random, decidedAt),
            payload: payloadOf(click, decidedAt),
          },
  }
}

function payloadOf({ row, link }: SampleClick, attributedAt: Date): string {
  const campaign = CAMPAIGNS.find(({ name }) => name === link.campaign)
  const utm = {
    utm_source: campaign?.utmSource ?? CHANNELS[link.channel].utmSource,
    utm_medium: campaign?.utmMedium ?? null,
    utm_campaign: campaign?.utmCampaign ?? null,
  }
  return buildAttributionPayload({
    code: link.code,
    clickIds: { ...noClickIds(), ...row.params },
    fbclidCapturedAt: row.fbclidCapturedAt,
    campaignId: row.campaignId,
    campaignName: link.campaign,
    utm: { ...noUtm(), ...utm },
    attributedAt,
  })
}

/** Removes data as the worker does: clicks are compared for some days only. */
function explanationOf({ explanation }: Decision, { now, times }: MatchInput, until: Date) {
  const isKept = until.getTime() - now.getTime() < EXPLANATION_DAYS * DAY_MS
  const installedAt = times.installedAt?.toISOString() ?? null
  return { link: null, installed_at: installedAt, ...(isKept ? { match: explanation } : {}) }
}
