import { signalProcess, waitForExit } from '../processes.js'

/**
 * Stops a server and returns whether it has ended. `immediate`, which also follows a `fast` that takes too long, skips
 * the flush, so the next start recovers from the log.
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
