import type { InstallAnswer, InstallRequest } from '../simulate/simulate-install.js'
import type { Platform } from '../world/person.js'
import type { ProjectName } from '../world/episode.js'
import type { Way } from '../world/truth.js'

/** The matcher's inputs in one run of the corpus, and the correct decisions. Times are minutes on one clock. */
export interface Dump {
  seed: number
  commit: string
  clicks: DumpedClick[]
  installs: DumpedInstall[]
}

/** A row of `clicks` with its row of `visits`, as the service parsed and stored them. */
export interface DumpedClick {
  clickId: string
  /** Index of the episode in the dump's world. Two episodes share no address. */
  episode: number
  scenario: string
  project: ProjectName
  linkId: number
  campaignId: number | null
  personId: string
  address: string
  atMinutes: number
  platform: string
  osVersion: string | null
  deviceModel: string | null
  source: string
  uncountedReason: string | null
  /** Click ids and UTM. */
  params: Record<string, string>
  visitorId: string | null
  /** The device report, with platform, version and model as the server read them; null without a report. */
  signals: Record<string, unknown> | null
}

export interface DumpedInstall {
  installId: string
  episode: number
  scenario: string
  project: ProjectName
  windowMinutes: number
  personId: string
  platform: Platform
  address: string
  atMinutes: number
  beganAtMinutes: number
  /** When a link opened the store, according to Play; null if unknown. */
  referrerClickAtMinutes: number | null
  /** The request body; its times are on the run's clock. */
  body: InstallRequest
  token: { state: 'absent' | 'invalid' } | { state: 'valid'; clickId: string }
  /** The link whose code the install carries without a token; null if the project has no such link. */
  codeLinkId: number | null
  truth: DumpedTruth
  decision: DumpedDecision
}

export interface DumpedTruth {
  clickId: string | null
  acceptedClickIds: string[]
  isOrganic: boolean
  way: Way
}

export interface DumpedDecision extends Pick<InstallAnswer, 'confidence' | 'reason'> {
  clickId: string | null
  matchType: string | null
}
