import type { Db } from '@throughline/db/connection/database'
import { findLinkByCode } from '@throughline/db/links/links'
import { listProjectsOfLink, type ProjectRecord } from '@throughline/db/projects/projects'
import got from 'got'
import { unreachable } from '../ask-api.js'
import { requireProject } from '../commands/create-token.js'
import { explainInstallOf, type ProjectExplanation } from '../commands/explain-install.js'
import { linkOrigin, ownLinkHost } from '../commands/link-origin.js'
import { explanationLines } from '../commands/print-explanation.js'
import type { CommandContext } from '../commands/run-command.js'
import type { CliConfig } from '../config.js'
import { phoneWith } from '../rehearse/phone.js'
import { createTimeline } from '../rehearse/timeline.js'
import { openLink, removeClick, type SimulatedClick } from './open-link.js'
import { reportInstall } from './report-install.js'
import type { SimulateOptions, Stage } from './stage.js'
import { deliveryLines, waitForDeliveries, type SimulatedDelivery } from './wait-for-deliveries.js'

export interface Simulation {
  project: ProjectExplanation['project']
  click: SimulatedClick | null
  install: ProjectExplanation
  deliveries: SimulatedDelivery[]
  /** The next step, or why there is no delivery. */
  advice: string | null
}

/**
 * Sends a click and its install to the HTTP routes of the running stack, and prints each step. Both are tests: they are
 * not counted, and no real install is matched to the click. The click is deleted at the end.
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
  await rejectProduction(config, options)
  const project = await findProjectOfLink(db, options)
  if (options.link !== undefined && (await findLinkByCode(db, project.id, options.link)) === null)
    throw new Error(`The project ${project.prefix} has no link ${options.link}.`)
  const host = ownLinkHost(config, project.prefix)
  // With TLS, the request must use the name of the link host. Otherwise it uses PUBLIC_URL, because not every machine
  // resolves names under localhost.
  const url = config.publicUrl.startsWith('https:') ? linkOrigin(config, host) : config.publicUrl
  const timeline = createTimeline(options.json === true)
  timeline.say(`Project ${project.prefix} at ${config.publicUrl}. Click and install are tests.`)
  return { context, project, phone, linkHost: { url, host }, timeline }
}

/** Returns the named project, otherwise the only one that has the link. */
async function findProjectOfLink(
  db: Db,
  { project, link }: { project?: string; link?: string },
): Promise<ProjectRecord> {
  if (project !== undefined) return requireProject(db, project)
  if (link === undefined) throw new Error('--project: Name a project by its id or prefix.')
  const [found, ...others] = await listProjectsOfLink(db, link)
  if (found === undefined) throw new Error(`No project has a link ${link}.`)
  if (others.length === 0) return found
  const prefixes = [found, ...others].map(({ prefix }) => prefix).join(', ')
  throw new Error(`Several projects have a link ${link}: ${prefixes}. Name one with --project.`)
}

/** Throws in production unless the operator has confirmed it. */
async function rejectProduction(config: CliConfig, { yes }: { yes?: boolean }): Promise<void> {
  const isProduction = config.isProduction || (await isProductionApi(config))
  if (!isProduction || yes === true) return
  throw new Error(
    `${config.publicUrl} runs in production. A simulation is not counted, but it may send test webhooks to real receivers. Confirm it with --yes.`,
  )
}

/** Outside production, the API's response to an unknown host names its URLs. A proxy may respond instead. */
async function isProductionApi({ publicUrl }: CliConfig): Promise<boolean> {
  const reply = await got(`${publicUrl}/`, {
    headers: { host: 'unknown.invalid' },
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 10_000 },
  }).catch((error: unknown) => {
    throw unreachable(publicUrl, error)
  })
  return !reply.body.includes(`The API is at ${publicUrl}.`)
}
