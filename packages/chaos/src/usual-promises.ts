import {
  finish,
  withInstallation,
  type ChaosInstallation,
  type ChaosOptions,
  type Outcome,
} from './installation.js'
import { promise, type Finding, type Promised, type RunContext } from './scenario.js'

/** Additional findings of a scenario, after the event logs are verified. */
export type FindOwn = (verdict: Outcome) => Partial<Finding> | Promise<Partial<Finding>>

/** Runs a scenario under load. The faults in `act` must break none of the usual promises. */
export function underLoad(
  context: RunContext,
  options: ChaosOptions,
  act: (installation: ChaosInstallation, context: RunContext) => Promise<FindOwn>,
): Promise<Finding> {
  return withInstallation(context, options, async (installation) => {
    const findOwn = await act(installation, context)
    const verdict = await finish(installation, context.say)
    const { figures, promises = [] } = await findOwn(verdict)
    return {
      figures: { ...usualFigures(verdict), ...figures },
      promises: [...usualPromises(installation, verdict), ...promises],
    }
  })
}

interface Verified {
  endpoints: { path: string }[]
  apis: { unasked: readonly string[] }[]
  workers: { unasked: readonly string[] }[]
}

export function usualPromises(installation: Verified, verdict: Outcome): Promised[] {
  const { lost, missing, wrong, early, unsigned, doubledEvents, doublyRecorded, miscounted } =
    verdict
  const unasked = [...installation.apis, ...installation.workers].flatMap((one) => one.unasked)
  const none = (text: string, list: unknown[]) =>
    promise(text, list.length === 0, list.length === 0 ? 0 : JSON.stringify(list.slice(0, 5)))
  return [
    promise(
      'no delivery is lost',
      lost.length === 0 && verdict.accepted > 0,
      lost.length === 0 ? 0 : `${lost.length}: ${lost.slice(0, 5).join(', ')}`,
    ),
    everyoneAccepted(verdict),
    none('no request returns 500', verdict.internalErrors),
    none('no delivery to a healthy receiver fails', failedAtHealthy(installation, verdict)),
    promise('no delivery is due at the end', verdict.due === 0, verdict.due),
    none('each 2xx response has its row', missing),
    none('each 2xx response has the correct match', wrong),
    none('no retry starts early', early),
    none('each install has one event', doubledEvents),
    promise('each request has both signatures', unsigned === 0, unsigned),
    none('each attempt sends the same bytes', verdict.changedBodies),
    promise('each success is recorded once', doublyRecorded === 0, doublyRecorded),
    promise('attempts are counted correctly', miscounted === 0, miscounted),
    none('no process exits unexpectedly', unasked),
  ]
}

export function noDuplicates({ duplicates }: Outcome): Promised {
  return promise('no duplicates', duplicates === 0, duplicates)
}

/** A rejected visitor retries. By the end of the run each visitor must have been accepted. */
export function everyoneAccepted({ accepted, visitors }: Outcome): Promised {
  return promise(
    'each visitor is accepted in the end',
    accepted === visitors && visitors > 0,
    `${accepted} of ${visitors}`,
  )
}

/** The receiver's endpoints accept every delivery within its schedule. Hostile receivers are separate servers. */
function failedAtHealthy({ endpoints }: Verified, { failed }: Outcome): string[] {
  return failed.filter((target) => endpoints.some(({ path }) => target.endsWith(` at ${path}`)))
}

export function usualFigures(verdict: Outcome): Finding['figures'] {
  const { accepted, expected, lost, skipped, duplicates, refused } = verdict
  const failed = verdict.states['failed'] ?? 0
  return {
    accepted,
    deliveries: expected,
    lost: lost.length,
    ...(failed === 0 ? {} : { failed }),
    ...(skipped === 0 ? {} : { skipped }),
    duplicates,
    rejected: refused,
  }
}
