import { spawnSync } from 'node:child_process'

/** Whether Prometheus's `promtool` is on PATH: Debian's package `prometheus` has it. */
export function hasPromtool(): boolean {
  return spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0
}

/** Runs `promtool`. Returns its errors, or ''. */
export function promtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}
