import type { Logger } from './logger.js'
import { VERSION } from './version.js'

export type StopSignal = 'SIGTERM' | 'SIGINT'

export interface StopPhase {
  name: string
  run: (signal: StopSignal) => Promise<void> | void
  /** After this the phase is abandoned and the next one starts. */
  timeoutMs: number
}

export interface Service {
  logger: Logger
  stopPhases: StopPhase[]
  hardLimitMs: number
  /** A rejection ends the process like a failed start. */
  failure?: Promise<never>
}

/**
 * Runs a service until SIGTERM or SIGINT, then the stop phases in order. Exits 1 if the start, a phase or `failure`
 * fails, or the hard limit passes. With the argument `--version` it only prints the version.
 */
export async function runService(start: () => Promise<Service>): Promise<void> {
  if (process.argv[2] === '--version') {
    console.log(VERSION)
    return
  }
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
  // A function, because TypeScript assumes here that `isStopping` is still false.
  const wasAskedToStop = () => isStopping
  try {
    service = await start()
    await service.failure
  } catch (error) {
    if (wasAskedToStop()) return
    console.error(explain(error))
    process.exit(1)
  }
}

async function stop(service: Service, signal: StopSignal): Promise<void> {
  const { logger, hardLimitMs } = service
  logger.info({ signal }, 'stopping')
  setTimeout(() => {
    logger.error({ hardLimitMs }, 'shutdown exceeded its hard limit')
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

/** Errors whose message tells the operator what to do. */
const OPERATOR_ERRORS = new Set([
  'EnvError',
  'MigrationError',
  'KeyRingError',
  'PoolerError',
  'ServerVersionError',
  'StartError',
  'StackError',
])

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return OPERATOR_ERRORS.has(error.name) ? error.message : (error.stack ?? error.message)
}

/** A start that cannot continue; the message says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}
