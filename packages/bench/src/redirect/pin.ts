import { execFile } from 'node:child_process'
import { cpus } from 'node:os'
import { promisify } from 'node:util'

/** Keeps a process, with all its threads, to one core, where the machine has taskset and more than one. */
export async function pin(pid: number, core: number): Promise<void> {
  if (process.platform !== 'linux' || cpus().length < 2) return
  await promisify(execFile)('taskset', ['-acp', String(core), String(pid)])
}
