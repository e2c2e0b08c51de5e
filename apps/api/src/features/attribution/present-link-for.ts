import type { AttributedLink } from '@throughline/db/attribution/attributed-links'
import { presentLink } from '../../domain/links/present-link.js'
import type { InstallCall } from './install-call.js'

/** The link for the calling app as JSON text, which is stored for repeated calls. */
export function presentLinkFor({ ctx, project, body }: InstallCall, link: AttributedLink): string {
  const reader = { config: ctx.config, project, platform: body.platform, isApp: true }
  return JSON.stringify(presentLink(link, reader))
}
