import type { Manifest } from './manifests.js'
import { OPERATOR_KINDS, type Keys } from './operator-kinds.js'

interface Model {
  validate(): void
}

/**
 * Checks types and required fields with the schemas of Kubernetes and KEDA, and rejects keys that the schemas do not
 * know. Of the kinds of other operators, only the keys are checked.
 */
export async function schemaProblems(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind, metadata } = manifest
  const keys = OPERATOR_KINDS[`${apiVersion} ${kind}`]
  if (keys !== undefined)
    return unknownKeys(manifest.spec, keys, '/spec').map(
      (path) => `${kind} ${metadata.name}: unknown key ${path}`,
    )
  const models = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models'
  const file = (await import(`${models}/${apiVersion}/${kind}`)) as Record<
    string,
    new (data: object) => Model
  >
  const Kind = file[kind]
  if (Kind === undefined) throw new Error(`no model of ${apiVersion} ${kind}`)
  const read = new Set<string>()
  const model = new Kind(manifest)
  try {
    // A validator reads each key that its schema knows, so what it did not read is unknown.
    recordReads(model, '', read).validate()
  } catch (error) {
    return [`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`]
  }
  return pathsOf(manifest, '')
    .filter((path) => !read.has(path))
    .map((path) => `${kind} ${metadata.name}: unknown key ${path}`)
}

function recordReads<Value extends object>(value: Value, path: string, read: Set<string>): Value {
  return new Proxy(value, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || typeof found === 'function') return found
      read.add(`${path}/${key}`)
      return isObject(found) ? recordReads(found, `${path}/${key}`, read) : found
    },
  })
}

function unknownKeys(value: unknown, keys: Keys, path: string): string[] {
  if (keys === true || !isObject(value)) return []
  if (Array.isArray(value)) return value.flatMap((item) => unknownKeys(item, keys, path))
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
    const known = keys[key]
    return known === undefined ? [`${path}/${key}`] : unknownKeys(child, known, `${path}/${key}`)
  })
}

function pathsOf(value: object, path: string): string[] {
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) => [
    `${path}/${key}`,
    ...(isObject(child) ? pathsOf(child, `${path}/${key}`) : []),
  ])
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
