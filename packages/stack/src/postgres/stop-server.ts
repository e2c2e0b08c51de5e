import { signalProcess, waitForExit } from '../processes.js'

/**
 * Stops a server: `fast` lets it flush, and is followed by `immediate` when it does not end in time,
 * which ends it at once and leaves the rest to the recovery of the next start.
 * @returns whether it has ended
 */
export async function stopServer(pid: number, mode: 'fast' | 'immediate'): Promise<boolean> {
  if (mode === 'fast') {
    signalProcess(pid, 'SIGINT')
    if (await waitForExit(pid, FAST_TIMEOUT_MS)) return true
  }
  signalProcess(pid, 'SIGQUIT')
  if (await waitForExit(pid, IMMEDIATE_TIMEOUT_MS)) return true
  signalProcess(pid, 'SIGKILL')
  return waitForExit(pid, IMMEDIATE_TIMEOUT_MS)
}

const FAST_TIMEOUT_MS = 30_000
const IMMEDIATE_TIMEOUT_MS = 6_000
