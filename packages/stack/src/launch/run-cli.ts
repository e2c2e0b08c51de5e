import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { StackError } from '../errors.js'
import { isRecord } from '../private-file.js'

/** Runs a command of the CLI's bundle with `--json` and returns its object. @throws StackError with the command's error output */
export async function runCli(
  args: string[],
  where: { root: string; cli: string; env: Record<string, string> },
): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [where.cli, ...args], {
    cwd: where.root,
    env: where.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code ?? 0}`))
  })
  const [output, errors, how] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (how === 'exit code 0') return onlyObject(output)
  const said = errors.trim() || output.trim() || how
  throw new StackError(`"${args.slice(0, 2).join(' ')}" failed:\n${said}`)
}

function onlyObject(output: string): Record<string, unknown> {
  try {
    const whole: unknown = JSON.parse(output)
    if (isRecord(whole)) return whole
  } catch {
    // Reported below.
  }
  throw new StackError(`The CLI printed no JSON object:\n${output.trim()}`)
}
