import type { AttributedLink } from '@throughline/db/attribution/attributed-links'
import { presentLink } from '../../domain/links/present-link.js'
import type { InstallCall } from './install-call.js'

/** The link as the calling app gets it, as JSON text, which a repeated call is answered with. */
export function presentLinkFor({ ctx, project, body }: InstallCall, link: AttributedLink): string {
  const reader = { config: ctx.config, project, platform: body.platform, isApp: true }
  return JSON.stringify(presentLink(link, reader))
}
