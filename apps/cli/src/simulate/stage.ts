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
  /** Minutes between click and install. */
  minutes: number
  project?: string
  yes?: boolean
  json?: boolean
}

/** Data shared by the steps of a simulation. */
export interface Stage {
  context: CommandContext
  project: ProjectRecord
  /** The origin to connect to, and the Host header to send. */
  linkHost: { url: string; host: string }
  phone: Phone
  timeline: Timeline
}
