import { randomUUID } from 'node:crypto'
import { askApi } from '../ask-api.js'
import type { SimulatedClick } from './open-link.js'
import type { Stage } from './stage.js'

/** Google Play's referrer for an install without a link. */
const ORGANIC_REFERRER = 'utm_source=google-play&utm_medium=organic'

interface InstallAnswer {
  matched: boolean
  match_type: string | null
  confidence: number
  reason: string | null
  install_id: string
}

/** Reports the install as the app does, marked as a test. @returns the id of the stored test */
export function reportInstall(stage: Stage, click: SimulatedClick | null): Promise<string> {
  const { context, project, phone, timeline } = stage
  return timeline.step('the app is installed and opened', async (notes) => {
    const body = {
      install_id: randomUUID(),
      platform: phone.platform,
      device: phone.device,
      installed_at: new Date().toISOString(),
      consent: true,
      test: true,
      ...carriedBy(stage, click),
    }
    const { publicUrl } = context.config
    const answer = await askApi<InstallAnswer>(
      { publicUrl, projectKey: project.key, adminToken: '' },
      { method: 'POST', path: '/api/attribution/installs', body, isApp: true },
    )
    const { matched, match_type: matchType, confidence, reason } = answer
    notes.push('POST /api/attribution/installs, "test": true, with the project key alone')
    if (body.install_referrer !== undefined) notes.push(`referrer  ${body.install_referrer}`)
    if (body.link_url !== undefined) notes.push(`clipboard ${body.link_url}`)
    notes.push(
      matched
        ? `matched by ${matchType ?? ''}, confidence ${confidence}`
        : `not matched: ${reason ?? ''}`,
    )
    return answer.install_id
  })
}

/** Returns the link from the click to the app: Google Play's referrer, or on iOS the clipboard. */
function carriedBy(
  { phone }: Stage,
  click: SimulatedClick | null,
): { install_referrer?: string; link_url?: string } {
  if (phone.platform === 'android') return { install_referrer: click?.referrer ?? ORGANIC_REFERRER }
  return click?.clipboard_url == null ? {} : { link_url: click.clipboard_url }
}
