import type { ProjectRecord } from '@throughline/db/projects/projects'
import type { CommandContext } from '../commands/run-command.js'
import type { Browser, Phone, Platform } from '../rehearse/phone.js'
import type { Timeline } from '../rehearse/timeline.js'

export interface SimulateOptions {
  link?: string
  platform: Platform
  browser?: Browser
  gclid?: string
  fbclid?: string
  /** An install without a click. */
  organic?: boolean
  /** Between click and install. */
  minutes: number
  project?: string
  yes?: boolean
  json?: boolean
}

/** What the steps of a simulation share. */
export interface Stage {
  context: CommandContext
  project: ProjectRecord
  /** Where link hosts are reached, and the name that they are asked for. */
  linkHost: { url: string; host: string }
  phone: Phone
  timeline: Timeline
}
