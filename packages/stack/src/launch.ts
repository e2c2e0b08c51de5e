import { buildPage, pageFolder, PANEL_PAGE } from './build-page.js'
import { readConfig, type StackConfig } from './config.js'
import { errorText, formatFailure } from './errors.js'
import type { ServedPage } from './example/serve-page.js'
import { parseArguments } from './launch/arguments.js'
import { ensureDemoLink, phoneLines } from './launch/demo-link.js'
import { prepareExample, startExample, type PreparedExample } from './launch/start-example.js'
import { startStack, type RunningStack } from './launch/start-stack.js'
import { welcomeScreen } from './launch/welcome-screen.js'

const print = (line: string) => process.stdout.write(`${line}\n`)
const gaveUp = new AbortController()
let stack: RunningStack | null = null
let example: ServedPage | null = null
let stoppingSince: number | null = null
let isForced = false
let exitCode = 0

/** Ends the process. The first call stops all services in order; a later call kills them. */
async function stop(code: number): Promise<void> {
  const now = Date.now()
  if (stoppingSince !== null) {
    // npm repeats the signal that the terminal has already sent to this process.
    if (isForced || now - stoppingSince < SAME_SIGNAL_MS) return
    isForced = true
    print('Killing all services.')
    await stack?.kill()
    process.exit(1)
  }
  stoppingSince = now
  exitCode = code
  gaveUp.abort()
  // During the start, main() sees the signal, undoes its steps and returns.
  if (stack === null) return
  print('\nStopping …')
  try {
    await example?.close()
    await stack.stop()
    if (!isForced) print('Stopped.')
  } catch (error) {
    print(formatFailure(error))
    exitCode = 1
  }
  // After a forced stop this call ends too; the forced stop then exits the process.
  if (!isForced) process.exit(exitCode)
}

async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2))
  // A closed pipe (`npm start | head`) must not end the stack.
  process.stdout.on('error', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0))
  }
  const parent = process.ppid
  setInterval(() => process.ppid === parent || void stop(0), 1_000).unref()
  try {
    const onFailure = (error: unknown) => {
      print(formatFailure(error))
      void stop(1)
    }
    const config = await readConfig(args)
    const { signal } = gaveUp
    const prepared = await prepareExample(config, signal)
    const panelEnv = await buildPanel(config, signal)
    const env = { ...config.env, ...panelEnv, ...prepared?.env }
    const started = await startStack({ ...config, env }, { print, onFailure, signal })
    stack = started
    example = await serveExample(started, prepared)
    if (signal.aborted) return
    const phone = await phoneLinesOf(started)
    print(welcomeScreen({ ...started.facts, exampleUrl: example?.url ?? null, phone }))
    process.on('uncaughtException', onFailure)
  } catch (error) {
    if (gaveUp.signal.aborted) process.exit(exitCode)
    gaveUp.abort()
    process.stderr.write(`\n${formatFailure(error)}\n`)
    process.exit(1)
  }
}

/** Builds the panel while the rest starts; returns the API's variables. The stack works without the panel. */
async function buildPanel(
  { root, env }: Pick<StackConfig, 'root' | 'env'>,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  if (env['PANEL_DIR']) return {}
  const page = PANEL_PAGE
  buildPage({ root, page, signal }).catch((error: unknown) => {
    if (!signal.aborted) print(`Could not build the panel: ${errorText(error)}`)
  })
  return { PANEL_DIR: await pageFolder({ root, page }) }
}

async function serveExample(
  { facts: { demo, host, port, publicUrl } }: RunningStack,
  prepared: PreparedExample | null,
): Promise<ServedPage | null> {
  if (demo === null || prepared === null) return null
  const where = { ...prepared, host, publicUrl, linkServerUrl: `http://127.0.0.1:${port}` }
  return startExample(demo, where, { print, signal: gaveUp.signal })
}

/** Returns no lines without `--host`. */
async function phoneLinesOf({ facts }: RunningStack): Promise<string[]> {
  const { demo, host, publicUrl } = facts
  if (demo === null || host === null) return []
  const shopUrl = example?.shopUrl ?? null
  const link = await ensureDemoLink({ ...demo, publicUrl, shopUrl }, print)
  return link === null ? [] : phoneLines(link, host)
}

const SAME_SIGNAL_MS = 1_000

await main()
