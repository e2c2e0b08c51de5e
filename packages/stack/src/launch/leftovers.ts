import { isRunning, signalProcess, waitForExit } from '../processes.js'
import { readStackFile, removeStackFile } from '../stack-file.js'

/**
 * Ends the services of a stack whose launcher was killed, because they occupy the ports. The caller holds the lock of
 * the data folder, so that launcher has ended. PostgreSQL keeps running: the next step takes it over.
 */
export async function endLeftovers(home: string, print: (line: string) => void): Promise<void> {
  const last = await readStackFile(home)
  const services = Object.entries(last?.processes ?? {}).filter(
    ([name, mark]) => (name === 'api' || name === 'worker') && isRunning(mark),
  )
  if (services.length > 0) print('Stopping services of the last run …')
  await Promise.all(services.map(([, mark]) => endService(mark.pid)))
  await removeStackFile(home)
}

async function endService(pid: number): Promise<void> {
  signalProcess(pid, 'SIGTERM')
  if (await waitForExit(pid, END_TIMEOUT_MS)) return
  signalProcess(pid, 'SIGKILL')
  await waitForExit(pid, END_TIMEOUT_MS)
}

const END_TIMEOUT_MS = 30_000
