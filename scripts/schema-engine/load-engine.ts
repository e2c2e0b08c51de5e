import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'
import { createAdapterFactory } from './adapter-factory.js'
import type { EngineArguments } from './arguments.js'

/** The types of Node 20 declare no constructors of WebAssembly. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: Record<string, object>,
  ) => { exports: Record<string, unknown> }
}

const GLUE = '@prisma/schema-engine-wasm/schema_engine_bg'

/** Loads the WebAssembly module. Its own loader is for bundlers. */
export function loadModule(): typeof glue {
  const file = new URL('schema_engine_bg.wasm', import.meta.resolve(GLUE))
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
    .WebAssembly
  const module = new Module(readFileSync(fileURLToPath(file)))
  const { exports } = new Instance(module, { './schema_engine_bg.js': glue })
  const { __wbg_set_wasm: setExports } = glue as unknown as {
    __wbg_set_wasm: (exports: Record<string, unknown>) => void
  }
  setExports(exports)
  const start = exports['__wbindgen_start'] as (() => void) | undefined
  start?.()
  return glue
}

export function startEngine(
  module: typeof glue,
  { datamodels, databaseUrl }: EngineArguments,
): Promise<glue.SchemaEngine> {
  return module.SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(createAdapterFactory(databaseUrl)),
  )
}
