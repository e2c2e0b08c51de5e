import type { InstallBody } from '@throughline/contracts/attribution'
import type { Call } from '../../http/route.js'

export type InstallCall = Call<unknown, unknown, InstallBody>

/** Whether the project asks for consent and the app has not said that it was given (contract §7). */
export function isConsentMissing({ project, body }: InstallCall): boolean {
  return project.consentRequired && body.consent !== true
}
