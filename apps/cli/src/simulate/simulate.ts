import { findLinkByCode } from '@throughline/db/links/links'
import { explainInstallOf, type ProjectExplanation } from '../commands/explain-install.js'
import { linkOrigin, ownLinkHost } from '../commands/link-origin.js'
import { explanationLines } from '../commands/print-explanation.js'
import type { CommandContext } from '../commands/run-command.js'
import { phoneWith } from '../rehearse/phone.js'
import { createTimeline } from '../rehearse/timeline.js'
import { findProjectOfLink } from './find-project.js'
import { openLink, removeClick, type SimulatedClick } from './open-link.js'
import { refuseProduction } from './refuse-production.js'
import { reportInstall } from './report-install.js'
import type { SimulateOptions, Stage } from './stage.js'
import { deliveryLines, waitForDeliveries, type SimulatedDelivery } from './wait-for-deliveries.js'

export interface Simulation {
  project: ProjectExplanation['project']
  click: SimulatedClick | null
  install: ProjectExplanation
  deliveries: SimulatedDelivery[]
  /** What to do next, or why there is no delivery. */
  advice: string | null
}

/**
 * Plays a click and the install that follows it through the HTTP routes of the running stack, and tells the story as
 * it goes. Both are tests: they are not counted, and no real install is matched to the click, which is deleted at the
 * end.
 */
export async function simulate(
  context: CommandContext,
  options: SimulateOptions,
): Promise<Simulation> {
  const stage = await enter(context, options)
  const click = options.organic === true ? null : await openLink(stage, options)
  try {
    return await installAndDeliver(stage, click)
  } finally {
    if (click !== null) await removeClick(stage, click)
  }
}

async function installAndDeliver(stage: Stage, click: SimulatedClick | null): Promise<Simulation> {
  const { context, project, timeline } = stage
  const installId = await reportInstall(stage, click)
  const install = await timeline.step('the decision', async (notes) => {
    const explained = await explainInstallOf(context.database.prisma, installId, project.id)
    notes.push(...explanationLines(explained))
    return explained
  })
  const { deliveries, advice } = await timeline.step('the deliveries', async (notes) => {
    const found = await waitForDeliveries(stage, install)
    notes.push(...deliveryLines(found.deliveries))
    if (found.advice !== null) notes.push(found.advice)
    return found
  })
  return { project: install.project, click, install, deliveries, advice }
}

async function enter(context: CommandContext, options: SimulateOptions): Promise<Stage> {
  const { config } = context
  const db = context.database.prisma
  const phone = phoneWith(options.platform, options.browser)
  if (options.link === undefined && options.organic !== true)
    throw new Error('--link: Name a link by its code, or use --organic.')
  await refuseProduction(config, options)
  const project = await findProjectOfLink(db, options)
  if (options.link !== undefined && (await findLinkByCode(db, project.id, options.link)) === null)
    throw new Error(`The project ${project.prefix} has no link ${options.link}.`)
  const host = ownLinkHost(config, project.prefix)
  // Behind TLS only the name itself leads to the link host; not every machine resolves names under localhost.
  const url = config.publicUrl.startsWith('https:') ? linkOrigin(config, host) : config.publicUrl
  const timeline = createTimeline(options.json === true)
  timeline.say(`Project ${project.prefix} at ${config.publicUrl}. Click and install are tests.`)
  return { context, project, phone, linkHost: { url, host }, timeline }
}
