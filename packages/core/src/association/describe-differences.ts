import type { AssociationKind } from './effective-file.js'
import { isObject } from './file-problem.js'

const MAX_DIFFERENCES = 20
const LONGEST_NAME = 120

/**
 * Says in sentences how the association file that a host serves differs from the stored one. Returns at most 20
 * sentences; none if the files are equal.
 */
export function describeDifferences(
  kind: AssociationKind,
  { served, stored }: { served: string; stored: string },
): string[] {
  if (served === stored) return []
  const [onHost, ours] = [parse(served), parse(stored)]
  if (onHost === undefined) return ['The file on the host is not JSON.']
  try {
    if (canonical(onHost) === canonical(ours))
      return ['Only spaces, line breaks or the order of keys differ.']
    const appsOf = kind === 'asset-links' ? androidApps : appleApps
    const found = [...ofApps(appsOf(onHost), appsOf(ours)), ...ofSections(onHost, ours)]
    return found.length === 0 ? [OTHER] : found.slice(0, MAX_DIFFERENCES)
  } catch (error) {
    // The file is nested too deeply.
    if (error instanceof RangeError) return [OTHER]
    throw error
  }
}

const OTHER = 'Other parts of the file differ.'

/** Each app of a file, with what the file says about it, in its order. */
type Apps = Map<string, string[]>

function androidApps(file: unknown): Apps {
  const apps: Apps = new Map()
  for (const statement of listOf(file)) {
    const target = isObject(statement) ? statement['target'] : undefined
    if (!isObject(statement) || !isObject(target)) continue
    add(apps, target['package_name'], [
      ...listOf(statement['relation']).map((relation) => nameOf('relation', relation)),
      ...listOf(target['sha256_cert_fingerprints']).map((key) => nameOf('fingerprint', key)),
    ])
  }
  return apps
}

function appleApps(file: unknown): Apps {
  const apps: Apps = new Map()
  const links = isObject(file) ? file['applinks'] : undefined
  for (const detail of listOf(isObject(links) ? links['details'] : undefined)) {
    if (!isObject(detail)) continue
    const patterns = [...listOf(detail['components']), ...listOf(detail['paths'])]
    for (const appId of [...listOf(detail['appIDs']), detail['appID']])
      add(
        apps,
        appId,
        patterns.map((pattern) => nameOf('path', pattern)),
      )
  }
  return apps
}

function add(apps: Apps, name: unknown, parts: string[]): void {
  if (typeof name !== 'string') return
  apps.set(name, [...new Set([...(apps.get(name) ?? []), ...parts])])
}

function nameOf(what: string, value: unknown): string {
  return `${what} ${typeof value === 'string' ? value : canonical(value)}`
}

function ofApps(onHost: Apps, ours: Apps): string[] {
  const missing = [...ours].flatMap(([app, parts]) => {
    const served = onHost.get(app)
    return served === undefined
      ? [`${clip(app)} is missing on the host.`]
      : ofParts(app, served, parts)
  })
  const extra = [...onHost.keys()].filter((app) => !ours.has(app))
  return [...missing, ...extra.map((app) => `${clip(app)} is only on the host.`)]
}

function ofParts(app: string, served: string[], stored: string[]): string[] {
  const [onHost, ours] = [new Set(served), new Set(stored)]
  const found = [
    ...stored
      .filter((part) => !onHost.has(part))
      .map((part) => `${clip(app)}: the ${clip(part)} is missing on the host.`),
    ...served
      .filter((part) => !ours.has(part))
      .map((part) => `${clip(app)}: the ${clip(part)} is only on the host.`),
  ]
  const isReordered = found.length === 0 && served.some((part, index) => part !== stored[index])
  return isReordered ? [`${clip(app)}: its entries are in another order.`] : found
}

/** Of Apple's file: other services, such as `webcredentials`. */
function ofSections(onHost: unknown, ours: unknown): string[] {
  if (!isObject(onHost) || !isObject(ours)) return []
  return [...new Set([...Object.keys(ours), ...Object.keys(onHost)])]
    .filter((key) => key !== 'applinks' && canonical(onHost[key]) !== canonical(ours[key]))
    .map((key) => `The section ${clip(key)} differs.`)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

/** The same text for values that differ only in the order of keys. @throws RangeError for a value nested too deeply */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

function clip(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
