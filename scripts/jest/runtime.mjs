// Jest's runtime, which loads the packages of node_modules once for each process, by Node's own import(), and only the
// files of this repository anew for each test file. Loaded in a context of their own, Prisma, Express and zod cost each
// file more than a second.
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileFunction, SourceTextModule, SyntheticModule } from 'node:vm'
import jestRuntime from 'jest-runtime'

const Runtime = jestRuntime.default ?? jestRuntime
const AS_ESM = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
}

/** What Node itself has loaded, by path or name. */
const shared = new Map()
const compiled = new Map()

export default class SharedPackagesRuntime extends Runtime {
  #modules = new Map()

  constructor(...args) {
    super(...args)
    this.executor.compile = (source, filename) =>
      compileOnce(source, filename, this.executor.injectedModuleParameters)
    const requireCore = this.coreModule.require.bind(this.coreModule)
    this.coreModule.require = (name) =>
      name === 'node:async_hooks' ? { AsyncLocalStorage: CurrentTest } : requireCore(name)
  }

  /** Loads a test file, or a set-up file. */
  async unstable_importModule(path) {
    return this.#evaluate(this.#open(path))
  }

  teardown() {
    this.#modules.clear()
    super.teardown()
  }

  async #evaluate(module) {
    if (module.status === 'unlinked') await module.link(this.#resolve)
    await module.evaluate()
    return module
  }

  #resolve = (specifier, from) => {
    if (specifier === '@jest/globals') return this.#globals(from.identifier)
    if (isBuiltin(specifier)) return native(specifier, specifier)
    const path = specifier.startsWith('file:')
      ? fileURLToPath(specifier)
      : this._resolution.resolveEsm(from.identifier, specifier)
    const isPackage = path.includes(`${sep}node_modules${sep}`)
    return isPackage ? native(path, pathToFileURL(path).href) : this.#open(path)
  }

  #open(path) {
    const known = this.#modules.get(path)
    if (known !== undefined) return known
    const module = path.endsWith('.json') ? jsonModule(path) : this.#compile(path)
    this.#modules.set(path, module)
    return module
  }

  #compile(path) {
    return new SourceTextModule(this.transformCache.transform(path, AS_ESM), {
      identifier: path,
      initializeImportMeta: (meta) => {
        meta.url = pathToFileURL(path).href
        meta.filename = path
        meta.dirname = dirname(path)
        meta.resolve = (specifier) =>
          pathToFileURL(this._resolution.resolveEsm(path, specifier)).href
      },
      importModuleDynamically: async (specifier, from) =>
        this.#evaluate(await this.#resolve(specifier, from)),
    })
  }

  #globals(path) {
    return syntheticOf('@jest/globals', this.jestGlobals.cjsGlobals(path))
  }
}

/** Compiles a CommonJS module of Jest itself, such as jest-circus, of which each test file gets an instance. */
function compileOnce(source, filename, parameters) {
  const known = compiled.get(filename)
  if (known !== undefined) return known
  const wrapper = compileFunction(source, parameters, { filename })
  compiled.set(filename, wrapper)
  return wrapper
}

/** For jest-circus. Node's own would track every promise of the tests from then on, and tests run one by one. */
class CurrentTest {
  #store

  getStore() {
    return this.#store
  }

  async run(store, callback) {
    const before = this.#store
    this.#store = store
    try {
      return await callback()
    } finally {
      this.#store = before
    }
  }
}

async function native(key, specifier) {
  let module = shared.get(key)
  if (module === undefined) {
    module = import(specifier).then((namespace) => syntheticOf(key, namespace))
    shared.set(key, module)
  }
  return module
}

const jsonModule = (path) => syntheticOf(path, { default: JSON.parse(readFileSync(path, 'utf8')) })

function syntheticOf(identifier, values) {
  const names = Object.keys(values)
  return new SyntheticModule(
    names,
    function () {
      for (const name of names) this.setExport(name, values[name])
    },
    { identifier },
  )
}
