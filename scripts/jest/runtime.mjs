// A Jest runtime that loads packages once per process, with Node's import(), and only the TypeScript of this repository
// for each test file. With Jest's default runtime, Prisma, Express and zod cost each file more than a second.
// transform.mjs compiles each module once per process, to SystemJS format, which needs no vm.SourceTextModule.
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import jestRuntime from 'jest-runtime'

const Runtime = jestRuntime.default ?? jestRuntime

/** Caches of the process: modules that Node loaded, by specifier or URL; compiled modules and source maps, by path. */
const packages = new Map()
const compiled = new Map()
const sourceMaps = new Map()

export default class SharedPackagesRuntime extends Runtime {
  #modules = new Map()

  constructor(...args) {
    super(...args)
    this.executor.compile = (source, filename) =>
      compileOnce(filename, () => [source, this.executor.injectedModuleParameters])
    const requireCore = this.coreModule.require.bind(this.coreModule)
    this.coreModule.require = (name) =>
      name === 'node:async_hooks' ? { AsyncLocalStorage: CurrentTest } : requireCore(name)
  }

  unstable_shouldLoadAsEsm(path) {
    return isOwn(path)
  }

  async unstable_importModule(path) {
    return this.#import(this.#open(path))
  }

  getSourceMaps() {
    return sourceMaps
  }

  teardown() {
    this.#modules.clear()
    super.teardown()
  }

  /** Evaluates a module after all that it imports, and returns its exports. */
  async #import(module) {
    const order = inOrder(module)
    await Promise.all(order.map(({ loaded }) => loaded))
    for (const each of order) link(each)
    for (const each of order) await evaluate(each)
    return module.exports
  }

  #resolve(specifier, from) {
    if (specifier === '@jest/globals') return moduleOf(this.jestGlobals.cjsGlobals(from))
    if (isBuiltin(specifier)) return ofNode(specifier)
    const path = specifier.startsWith('file:')
      ? fileURLToPath(specifier)
      : this._resolution.resolveEsm(from, specifier)
    return isOwn(path) ? this.#open(path) : ofNode(pathToFileURL(path).href)
  }

  #open(path) {
    const known = this.#modules.get(path)
    if (known !== undefined) return known
    const module = path.endsWith('.json') ? jsonModule(path) : this.#instantiate(path)
    this.#modules.set(path, module)
    return module
  }

  #instantiate(path) {
    const module = moduleOf(Object.create(null))
    const System = {
      register: (specifiers, declare) => {
        const { setters, execute } = declare(exportsOf(module), {
          meta: this.#meta(path),
          import: async (specifier) => this.#import(this.#resolve(specifier, path)),
        })
        // In a cycle, this module must be registered before its imports are opened.
        module.open = () => specifiers.map((specifier) => this.#resolve(specifier, path))
        Object.assign(module, { setters, execute })
      },
    }
    compileOnce(path, () => [this.#transform(path), ['System']])(System)
    return module
  }

  #transform(path) {
    const source = this.transformCache.transform(path)
    sourceMaps.set(path, this.transformCache.getSourceMaps().get(path))
    return source
  }

  #meta(path) {
    return {
      url: pathToFileURL(path).href,
      filename: path,
      dirname: dirname(path),
      resolve: (specifier) => pathToFileURL(this._resolution.resolveEsm(path, specifier)).href,
    }
  }
}

/** Whether this runtime loads the file; Node loads all others. JSON is included, because Node requires an attribute. */
const isOwn = (path) => /\.(ts|json)$/.test(path) && !path.includes('/node_modules/')

/** A module with its exports. Those of TypeScript get `open`, `setters` and `execute` as well. */
const moduleOf = (exports) => ({
  exports,
  imports: undefined,
  /** The setters of all importers, called when an export changes. */
  importers: [],
  evaluation: undefined,
})

const jsonModule = (path) => moduleOf({ default: JSON.parse(readFileSync(path, 'utf8')) })

function ofNode(specifier) {
  let module = packages.get(specifier)
  if (module === undefined) {
    module = moduleOf(undefined)
    module.loaded = import(specifier).then((namespace) => {
      module.exports = namespace
      module.loaded = undefined
    })
    packages.set(specifier, module)
  }
  return module
}

/** The modules that are not evaluated yet, each after its imports. */
function inOrder(root, seen = new Set(), order = []) {
  if (seen.has(root)) return order
  seen.add(root)
  root.imports ??= root.open?.() ?? []
  for (const imported of root.imports) inOrder(imported, seen, order)
  order.push(root)
  return order
}

/** Passes the exports of imported modules to a module, now and on each change. */
function link(module) {
  const { setters = [], imports } = module
  module.setters = []
  for (const [index, setter] of setters.entries()) {
    const imported = imports[index]
    if (imported.execute !== undefined) imported.importers.push(setter)
    setter(imported.exports)
  }
}

function exportsOf(module) {
  const { exports, importers } = module
  return (names, value) => {
    const values = typeof names === 'string' ? { [names]: value } : names
    let hasChanged = false
    for (const name of Object.keys(values)) {
      if (name in exports && Object.is(exports[name], values[name])) continue
      exports[name] = values[name]
      hasChanged = true
    }
    if (hasChanged) for (const setter of importers) setter(exports)
    return value
  }
}

/** Evaluates a module once. A module that failed throws the same error again. */
async function evaluate(module) {
  module.evaluation ??= (async () => module.execute?.())()
  await module.evaluation
}

/** Also compiles Jest's CommonJS modules, such as jest-circus. Each test file gets a new instance of them. */
function compileOnce(filename, read) {
  let compiledFunction = compiled.get(filename)
  if (compiledFunction === undefined) {
    compiledFunction = compileFunction(...read(), { filename })
    compiled.set(filename, compiledFunction)
  }
  return compiledFunction
}

/** Replaces AsyncLocalStorage for jest-circus: Node's tracks every promise, which is not needed for sequential tests. */
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
