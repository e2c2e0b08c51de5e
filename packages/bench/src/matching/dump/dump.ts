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
  /** Its place in the dump's world; clicks and installs of two episodes have no address in common. */
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
  /** What the page reported, with the server's own reading of platform, version and model; null without a report. */
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
  /** When Play says that the store was opened by a link; null where it does not. */
  referrerClickAtMinutes: number | null
  /** The body that was sent; its times are of the run's own clock. */
  body: InstallRequest
  token: { state: 'absent' | 'invalid' } | { state: 'valid'; clickId: string }
  /** The link of the code that it carries without a token, where the project has such a link. */
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
