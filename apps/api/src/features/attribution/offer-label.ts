import type { Decision } from '@throughline/core/matching/match-types'
import { toMatchInput, type ReadInstall } from './decide-on-findings.js'
import { originOf } from './find-candidates.js'
import type { InstallCall } from './install-call.js'

/**
 * Offers an install that a verified token has decided for scoring in shadow, so that the matcher's quality is known. A
 * click that an installed app recorded labels nothing: no browser stands behind it.
 */
export function offerLabel(call: InstallCall, read: ReadInstall, decision: Decision): void {
  const { device, findings } = read
  const claimed = findings.candidates.find(({ clickId }) => clickId === decision.clickId)
  if (decision.explanation.step !== 'token' || claimed?.source !== 'link_host') return
  const origin = originOf(call, device, false)
  if (origin === null) return
  const input = toMatchInput(call, read)
  call.ctx.shadowScorer.offer({ input, claimed, origin, address: call.address })
}
