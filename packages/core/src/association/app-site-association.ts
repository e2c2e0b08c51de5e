import { validateAppId } from './app-ids.js'
import {
  at,
  checkEntries,
  isObject,
  reject,
  rootPlace,
  warn,
  warnOfUnknownKeys,
  type FileProblem,
  type Place,
} from './file-problem.js'
import { parseFile } from './parse-file.js'
import { checkComponents, checkFlags } from './url-patterns.js'
import { checkPaths } from './url-paths.js'

/** Apple's limit for the uncompressed file. */
const LIMIT_BYTES = 128 * 1024

/** Services that contain only a list of app ids. */
const APP_LISTS = ['webcredentials', 'appclips', 'activitycontinuation']
const SERVICES = ['applinks', ...APP_LISTS]
const DETAIL_KEYS = ['appID', 'appIDs', 'components', 'paths', 'defaults']
/** Keys of `defaults`, which apply to all patterns. */
const DEFAULTS_KEYS = ['caseSensitive', 'percentEncoded']
/** Variables predefined by iOS. */
const KNOWN_VARIABLES = ['alpha', 'upper', 'lower', 'alnum', 'digit', 'xdigit', 'region', 'lang']

/** Checks an `apple-app-site-association` by Apple's published rules; the form of iOS 9 to 12 is accepted too. */
export function checkAppSiteAssociation(text: string): FileProblem[] {
  const root = rootPlace()
  const file = parseFile(root, text, LIMIT_BYTES)
  if (file === undefined) return root.problems
  if (!isObject(file)) {
    reject(root, ...notAnObject(file))
    return root.problems
  }
  if (!SERVICES.some((service) => service in file))
    reject(
      root,
      'no_service',
      'It contains none of applinks, webcredentials and appclips (lower case).',
    )
  warnOfUnknownKeys(root, file, {
    known: SERVICES,
    words: 'iOS has no service of this name; names are lower case.',
  })
  if (file['applinks'] !== undefined) checkAppLinks(at(root, 'applinks'), file['applinks'])
  else if (SERVICES.some((service) => service in file))
    warn(root, 'opens_nothing', 'Without applinks no app opens links of this host.')
  for (const service of APP_LISTS) {
    if (file[service] !== undefined) checkAppList(at(root, service), file[service])
  }
  return root.problems
}

function notAnObject(value: unknown): [rule: string, message: string] {
  const isAssetLinks =
    Array.isArray(value) &&
    value.some((one) => isObject(one) && ('relation' in one || 'target' in one))
  if (isAssetLinks)
    return ['wrong_file', 'This is Android’s assetlinks.json; iOS uses apple-app-site-association.']
  return ['not_an_object', 'The file must be one object, such as {"applinks": {"details": […]}}.']
}

function checkAppLinks(place: Place, applinks: unknown): void {
  if (!isObject(applinks)) {
    reject(place, 'applinks', 'applinks must be an object with "details".')
    return
  }
  const { apps, details, defaults, substitutionVariables } = applinks
  if (apps !== undefined && !(Array.isArray(apps) && apps.length === 0))
    reject(
      at(place, 'apps'),
      'apps_not_empty',
      'In applinks, "apps" must be an empty list or omitted (iOS 13 and later); the apps belong in "details".',
    )
  if (apps === undefined && Array.isArray(details) && details.some(hasPathsAlone))
    warn(
      place,
      'apps_missing',
      'iOS 9 to 12, which use "paths", require an empty "apps": [] next to details.',
    )
  const isVariable = checkVariables(at(place, 'substitutionVariables'), substitutionVariables)
  if (defaults !== undefined) checkDefaults(at(place, 'defaults'), defaults)
  checkDetails(at(place, 'details'), details, isVariable)
}

function hasPathsAlone(detail: unknown): boolean {
  return isObject(detail) && detail['paths'] !== undefined && detail['components'] === undefined
}

type IsVariable = (name: string) => boolean

function checkVariables(place: Place, variables: unknown): IsVariable {
  if (variables !== undefined && !isObject(variables))
    reject(place, 'variables', 'substitutionVariables must be an object of lists of strings.')
  const own = isObject(variables) ? variables : {}
  for (const [name, values] of Object.entries(own)) {
    const here = at(place, name)
    if (/[$()]/.test(name) || name === '')
      reject(here, 'variable_name', 'A variable’s name must not contain $, ( or ).')
    if (!Array.isArray(values) || !values.every((value) => typeof value === 'string'))
      reject(here, 'variable_values', 'A variable’s values must be a list of strings.')
    else if (values.some((value: string) => value.includes('$(')))
      reject(here, 'variable_nested', 'A variable’s values must not contain another variable.')
  }
  return (name) => KNOWN_VARIABLES.includes(name) || Object.hasOwn(own, name)
}

function checkDetails(place: Place, details: unknown, isVariable: IsVariable): void {
  if (!Array.isArray(details)) {
    const words = isObject(details) ? ' The form keyed by app id comes from outdated examples.' : ''
    reject(
      place,
      'details',
      `details must be a list of objects with "appIDs" and "components".${words}`,
    )
    return
  }
  if (details.length === 0) warn(place, 'empty', 'The list is empty: no app opens links.')
  checkEntries(place, details, (here, detail) => checkDetail(here, detail, isVariable))
}

function checkDetail(place: Place, detail: unknown, isVariable: IsVariable): void {
  if (!isObject(detail)) {
    reject(place, 'detail', 'An entry of details must be an object with "appIDs" and "components".')
    return
  }
  checkOwner(place, detail)
  warnOfUnknownKeys(place, detail, {
    known: DETAIL_KEYS,
    words: 'iOS ignores this key here; to exclude URLs, use "exclude": true in "components".',
  })
  const { components, paths, defaults } = detail
  if (defaults !== undefined) checkDefaults(at(place, 'defaults'), defaults)
  if (components !== undefined) checkComponents(at(place, 'components'), components, isVariable)
  if (paths !== undefined) checkPaths(at(place, 'paths'), paths)
  if (components === undefined && paths === undefined)
    warn(place, 'no_patterns', 'It matches no URL; write "components": [{"/": "*"}] for all.')
}

function checkDefaults(place: Place, defaults: unknown): void {
  if (!isObject(defaults)) {
    reject(place, 'defaults', 'defaults must be an object such as {"caseSensitive": false}.')
    return
  }
  checkFlags(place, defaults)
  warnOfUnknownKeys(place, defaults, {
    known: DEFAULTS_KEYS,
    words:
      'defaults may contain only "caseSensitive" and "percentEncoded"; patterns belong in "components".',
  })
}

/** `appIDs` since iOS 13, `appID` before; either is valid. */
function checkOwner(place: Place, { appID, appIDs }: Record<string, unknown>): void {
  if (appID === undefined && appIDs === undefined)
    reject(place, 'app_ids', 'It names no app: "appIDs": ["{team id}.{bundle id}"].')
  if (appID !== undefined) checkAppId(at(place, 'appID'), appID)
  if (appIDs !== undefined) checkAppIds(at(place, 'appIDs'), appIDs)
}

function checkAppList(place: Place, service: unknown): void {
  if (!isObject(service)) {
    reject(place, 'service', 'This must be an object with "apps", a list of app ids.')
    return
  }
  checkAppIds(at(place, 'apps'), service['apps'])
  warnOfUnknownKeys(place, service, {
    known: ['apps'],
    words: 'iOS reads only "apps" here; "applinks" defines which links open.',
  })
}

function checkAppIds(place: Place, list: unknown): void {
  if (!Array.isArray(list) || list.length === 0) {
    const words = typeof list === 'string' ? ' Put square brackets around it.' : ''
    reject(place, 'app_ids', `This must be a list of at least one app id.${words}`)
    return
  }
  checkEntries(place, list, checkAppId)
}

function checkAppId(place: Place, id: unknown): void {
  if (typeof id !== 'string') {
    reject(place, 'app_id', 'An app id must be a string: {team id}.{bundle id}.')
    return
  }
  const broken = validateAppId(id)
  if (broken !== null) reject(place, broken.rule, broken.message)
}
