// Jest's runtime, which loads the packages of node_modules once for each process, by Node's own import(), and only the
// TypeScript of this repository anew for each test file. In Jest's own runtime, Prisma, Express and zod cost each file
// more than a second.
//
// The TypeScript comes from transform.mjs in SystemJS format: a function that gets the values of imports by setters.
// It needs no vm.SourceTextModule, and is compiled once for each process.
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import jestRuntime from 'jest-runtime'

const Runtime = jestRuntime.default ?? jestRuntime

/** Of each process: what Node has loaded, by specifier or URL; compiled modules and their source maps, by path. */
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

  /** Loads a test file, or a set-up file. */
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
        // Modules may import each other: this one has to be known before what it imports is opened.
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

/** What is transformed: anything else is loaded by Node. JSON is, because Node would ask for an import attribute. */
const isOwn = (path) => /\.(ts|json)$/.test(path) && !path.includes('/node_modules/')

/** A module with its exports. Those of TypeScript get `open`, `setters` and `execute` as well. */
const moduleOf = (exports) => ({
  exports,
  imports: undefined,
  /** Of each importer, the setter to call when an export changes. */
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

/** The modules that one needs and that are not evaluated, each after those that it imports. */
function inOrder(root, seen = new Set(), order = []) {
  if (seen.has(root)) return order
  seen.add(root)
  root.imports ??= root.open?.() ?? []
  for (const imported of root.imports) inOrder(imported, seen, order)
  order.push(root)
  return order
}

/** Passes the exports of what a module imports to it, now and whenever they change. */
function link(module) {
  const { setters = [], imports } = module
  module.setters = []
  for (const [index, setter] of setters.entries()) {
    const imported = imports[index]
    if (imported.execute !== undefined) imported.importers.push(setter)
    setter(imported.exports)
  }
}

/** What a module calls to set one export, or several. */
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

/** A module with an error keeps throwing it. One that is being evaluated is waited for. */
async function evaluate(module) {
  module.evaluation ??= (async () => module.execute?.())()
  await module.evaluation
}

/** Also the CommonJS modules of Jest itself, such as jest-circus, of which each test file gets an instance. */
function compileOnce(filename, read) {
  let compiledFunction = compiled.get(filename)
  if (compiledFunction === undefined) {
    compiledFunction = compileFunction(...read(), { filename })
    compiled.set(filename, compiledFunction)
  }
  return compiledFunction
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
