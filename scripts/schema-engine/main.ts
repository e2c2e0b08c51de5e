// Speaks the JSON-RPC of Prisma's schema-engine binary on stdio, answered by the WebAssembly build of the engine.
import { createInterface } from 'node:readline'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { readArguments } from './arguments.js'
import { checkConnection, createDatabase } from './database-target.js'
import { loadModule, startEngine } from './load-engine.js'

interface Call {
  id?: number
  method?: string
  params?: Record<string, unknown>
}

const options = readArguments(process.argv.slice(2))
const engineModule = loadModule()
if (options.isVersion) process.stdout.write(`schema-engine-cli ${engineModule.version()}\n`)
else if (options.command !== null) process.exitCode = await runCommand(options.command)
else serve()

async function runCommand(command: string): Promise<number> {
  // The caller skips the first line.
  process.stderr.write('\n')
  try {
    await (command === 'create-database' ? createDatabase : checkConnection)(options.databaseUrl)
    return 0
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const fields = { error_code: code, message }
    const line = { level: 'ERROR', target: 'schema_engine::logger', fields }
    process.stderr.write(`${JSON.stringify(line)}\n`)
    return 1
  }
}

/** Answers one call at a time, in the order of the lines, until the input ends. */
function serve(): void {
  let last: Promise<void> = Promise.resolve()
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      if (line.trim() === '') return
      const call = JSON.parse(line) as Call
      if (call.method !== undefined) last = last.then(() => answer(call))
    })
    .on('close', () => {
      void last.finally(() => process.exit())
    })
}

async function answer(call: Call): Promise<void> {
  try {
    send({ id: call.id, result: (await handle(call)) ?? null })
  } catch (error) {
    send({ id: call.id, error: { code: 4466, message: 'error', data: describeError(error) } })
  }
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

function describeError(error: unknown): object {
  const { name, message, code, meta } = error as Error & { code?: string; meta?: unknown }
  return {
    is_panic: name === 'RuntimeError',
    message,
    error_code: code ?? '',
    meta: meta ?? {},
  }
}

let engine: Promise<SchemaEngine> | undefined

async function handle({ method = '', params = {} }: Call): Promise<unknown> {
  if (method === 'createDatabase') return createDatabase(urlIn(params) ?? options.databaseUrl)
  if (method === 'ensureConnectionValidity')
    return checkConnection(options.databaseUrl).then(() => ({}))
  engine ??= startEngine(engineModule, options)
  const methods = (await engine) as unknown as Record<string, unknown>
  const run = methods[method === 'getDatabaseVersion' ? 'version' : method]
  if (typeof run !== 'function') throw new Error(`${method}: not in the WebAssembly engine`)
  const result: unknown = await run.call(methods, params)
  if (method === 'diff') print(result as { stdout?: string } | undefined)
  return method === 'dbExecute' ? null : (result ?? {})
}

function urlIn({ datasource }: { datasource?: { url?: string } }): string | undefined {
  return datasource?.url
}

/** The command line prints the output of `diff` on request. */
function print(result: { stdout?: string } | undefined): void {
  const content = result?.stdout ?? ''
  if (content !== '') send({ id: 1, method: 'print', params: { content } })
}
