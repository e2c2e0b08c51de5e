import type { Logger } from './logger.js'

/** SIGTERM: others may still send work. SIGINT: someone at the keyboard waits, so nothing that can be cut is waited for. */
export type StopSignal = 'SIGTERM' | 'SIGINT'

export interface StopPhase {
  name: string
  run: (signal: StopSignal) => Promise<void> | void
  /** Past this the phase is given up and the next begins, in milliseconds. */
  timeoutMs: number
}

export interface Service {
  logger: Logger
  /** Run in order on SIGTERM or SIGINT. */
  stopPhases: StopPhase[]
  /** How long the whole stop may take, in milliseconds. */
  hardLimitMs: number
  /** Rejects with what ends the process after its start, as a start that fails. */
  failure?: Promise<never>
}

/**
 * Runs a process's service until a signal: starts it, then on SIGTERM or SIGINT runs the phases of its stop in
 * order and exits 0; 1 when a phase failed or the hard limit ran out. A start that fails says why, in one
 * message without a stack when the error is meant for the operator, and exits 1; so does a later `failure`.
 */
export async function runService(start: () => Promise<Service>): Promise<void> {
  let isStopping = false
  let service: Service | undefined
  const onSignal = (signal: StopSignal) => {
    if (isStopping) return
    isStopping = true
    if (service === undefined) process.exit(0)
    void stop(service, signal)
  }
  process.on('SIGTERM', () => onSignal('SIGTERM'))
  process.on('SIGINT', () => onSignal('SIGINT'))
  const isAsked = () => isStopping
  try {
    service = await start()
    await service.failure
  } catch (error) {
    if (isAsked()) return
    console.error(explain(error))
    process.exit(1)
  }
}

async function stop(service: Service, signal: StopSignal): Promise<void> {
  const { logger, hardLimitMs } = service
  logger.info({ signal }, 'stopping')
  setTimeout(() => {
    logger.error({ hardLimitMs }, 'shutdown took too long')
    process.exit(1)
  }, hardLimitMs).unref()
  let isClean = true
  for (const phase of service.stopPhases)
    isClean = (await runPhase(() => phase.run(signal), { phase, logger })) && isClean
  logger.info('stopped')
  process.exit(isClean ? 0 : 1)
}

async function runPhase(
  run: () => Promise<void> | void,
  { phase, logger }: { phase: StopPhase; logger: Logger },
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), phase.timeoutMs)
  })
  try {
    const outcome = await Promise.race([Promise.resolve(run()), late])
    if (outcome === 'late')
      logger.warn({ phase: phase.name, timeoutMs: phase.timeoutMs }, 'shutdown phase timed out')
    return outcome !== 'late'
  } catch (error) {
    logger.error({ err: error, phase: phase.name }, 'shutdown phase failed')
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Names of errors whose message already says to the operator what to do. */
const OPERATOR_ERRORS = new Set([
  'EnvError',
  'MigrationError',
  'KeyRingError',
  'StartError',
  'StackError',
])

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return OPERATOR_ERRORS.has(error.name) ? error.message : (error.stack ?? error.message)
}

/** Thrown by a start that can't go on; its message says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}
