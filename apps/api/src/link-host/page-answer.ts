import { randomBytes } from 'node:crypto'
import { signClickToken } from '@throughline/core/click-token'
import { signVisitToken } from '@throughline/core/visit-token'
import type { LinkRecord } from '@throughline/db/links'
import type { ProjectRecord } from '@throughline/db/projects'
import type { AppContext } from '../context.js'
import { linkHostOf, linkUrl } from '../http/hosts.js'
import { ACCEPT_CH, type LinkHostAnswer } from './answer.js'
import { appUrl, storeUrlWithReferrer, type AppParameters } from './app-links.js'
import { nextUrlOf, type Decision } from './decide-answer.js'
import { loadingPage } from './loading-page.js'
import { pageHeaders } from './page-headers.js'
import type { Visitor } from './visitor.js'

/** Long enough for a slow phone to run the page, too short to be worth keeping. */
const VISIT_TOKEN_SECONDS = 600

export interface PageInput {
  project: ProjectRecord
  link: LinkRecord
  visitor: Visitor
  /** Null where nothing may be attributed to the request: then the page carries no token. */
  clickId: string | null
  decision: Extract<Decision, { kind: 'page' }>
}

/** The loading page, which is also what preview bots get (contract §6). */
export function answerPage(
  ctx: Pick<AppContext, 'config' | 'keys'>,
  input: PageInput,
): LinkHostAnswer {
  const { project, link, visitor, decision } = input
  const tokens = tokensOf(ctx.keys, input)
  const parameters = parametersOf(input)
  const store = nextUrlOf(link, visitor.device.platform)
  const nonce = randomBytes(16).toString('base64')
  const body = loadingPage({
    nonce,
    title: link.socialTitle ?? link.name ?? project.name,
    description: link.socialDescription,
    image: link.socialImage,
    shortUrl: linkUrl(ctx.config, linkHostOf(ctx.config, project.prefix), link.code),
    openUrl: link.isDeeplink ? appUrl(project.id, parameters) : null,
    storeUrl: store === null ? null : storeUrlWithReferrer(store, parameters, tokens.click),
    webUrl: decision.webUrl,
    visitToken: tokens.visit,
  })
  return {
    status: 200,
    headers: { ...pageHeaders(nonce), 'Accept-CH': ACCEPT_CH },
    body,
  }
}

function tokensOf(
  keys: AppContext['keys'],
  { project, clickId, visitor }: PageInput,
): { click: string | null; visit: string | null } {
  if (clickId === null) return { click: null, visit: null }
  const names = { clickId, projectId: project.id }
  const expiresAtSeconds = Math.floor(visitor.now.getTime() / 1000) + VISIT_TOKEN_SECONDS
  return {
    click: signClickToken({ ...names, key: keys.clickToken }),
    visit: signVisitToken({ ...names, expiresAtSeconds, key: keys.visitToken }),
  }
}

function parametersOf({ link, visitor, decision }: PageInput): AppParameters {
  return {
    actualUrl: decision.destination,
    code: link.code,
    campaignId: link.campaignId,
    campaignName: link.campaign?.name ?? null,
    utm: decision.utm,
    clickIds: visitor.clickIds,
  }
}
