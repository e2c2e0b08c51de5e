import { parseUrl } from '../net/parse-url.js'
import { validateFingerprint, validatePackageName } from './app-ids.js'
import {
  at,
  checkEntries,
  hasErrors,
  isObject,
  reject,
  rootPlace,
  warn,
  warnOfUnknownKeys,
  type FileProblem,
  type Place,
} from './file-problem.js'
import { parseFile } from './parse-file.js'
import { checkComponents } from './url-patterns.js'

/** Android's verifier reads at most this much of a statement list. */
const LIMIT_BYTES = 1024 * 1024

export const OPENS_LINKS = 'delegate_permission/common.handle_all_urls'
const KNOWN_RELATIONS = new Set([
  OPENS_LINKS,
  'delegate_permission/common.get_login_creds',
  'delegate_permission/common.use_as_origin',
  'delegate_permission/common.query_webapk',
])
const STATEMENT_KEYS = ['relation', 'target', 'relation_extensions']
const RELATION = /^[a-z0-9_.]+\/[a-z0-9_.]+$/
const APPLE_KEYS = ['applinks', 'webcredentials', 'appclips', 'activitycontinuation']

/** Checks an `assetlinks.json` by the rules of Digital Asset Links and Android App Links. */
export function checkAssetLinks(text: string): FileProblem[] {
  const root = rootPlace()
  const list = parseFile(root, text, LIMIT_BYTES)
  if (list === undefined) return root.problems
  if (!Array.isArray(list)) {
    reject(root, ...notAList(list))
    return root.problems
  }
  if (list.length === 0) reject(root, 'empty', 'The list is empty: it names no app.')
  checkEntries(root, list, checkStatement)
  if (!hasErrors(root.problems) && !list.some(opensLinks))
    warn(
      root,
      'opens_nothing',
      `No statement allows an Android app to open links: this requires the relation ${OPENS_LINKS} and a target of the namespace android_app.`,
    )
  return root.problems
}

function notAList(value: unknown): [rule: string, message: string] {
  if (isObject(value) && APPLE_KEYS.some((key) => key in value))
    return [
      'wrong_file',
      'This is Apple’s apple-app-site-association; Android uses assetlinks.json.',
    ]
  if (isObject(value) && 'statements' in value)
    return [
      'api_answer',
      'This is a response of Google’s Digital Asset Links API; the file itself must be a list: [{"relation": […], "target": {…}}].',
    ]
  return [
    'not_a_list',
    'assetlinks.json must be a list, even with one statement: put square brackets around it.',
  ]
}

function opensLinks(statement: unknown): boolean {
  if (!isObject(statement)) return false
  const { relation, target, include } = statement
  if (include !== undefined) return true
  const isApp = isObject(target) && target['namespace'] === 'android_app'
  return isApp && Array.isArray(relation) && relation.includes(OPENS_LINKS)
}

function checkStatement(place: Place, statement: unknown): void {
  if (!isObject(statement)) {
    reject(place, 'statement', 'A statement must be an object with "relation" and "target".')
    return
  }
  if ('include' in statement) {
    checkInclude(place, statement)
    return
  }
  warnOfUnknownKeys(place, statement, {
    known: STATEMENT_KEYS,
    words:
      'Android ignores this key here; the app or "relation_extensions" defines which paths open.',
  })
  checkRelation(at(place, 'relation'), statement['relation'])
  checkTarget(at(place, 'target'), statement['target'])
  const extensions = statement['relation_extensions']
  if (extensions !== undefined)
    checkExtensions(at(place, 'relation_extensions'), extensions, statement['relation'])
}

function checkInclude(place: Place, statement: Record<string, unknown>): void {
  const { include, ...others } = statement
  if (Object.keys(others).length > 0)
    reject(place, 'include_alone', 'A statement with "include" must have no other key.')
  if (typeof include !== 'string' || !isHttps(include))
    reject(
      at(place, 'include'),
      'include',
      'include must be the full https URL of another list, served with 200 and without a redirect.',
    )
  else
    warn(
      at(place, 'include'),
      'include_once',
      'Nested includes are not read, and the included list is not checked here.',
    )
}

function isHttps(text: string): boolean {
  return parseUrl(text)?.protocol === 'https:'
}

function checkRelation(place: Place, relation: unknown): void {
  if (!Array.isArray(relation) || relation.length === 0) {
    const words = typeof relation === 'string' ? ' Put square brackets around it.' : ''
    reject(place, 'relation', `relation must be a list of at least one string.${words}`)
    return
  }
  checkEntries(place, relation, (here, one) => {
    if (typeof one !== 'string' || !RELATION.test(one))
      reject(
        here,
        'relation_form',
        `A relation has the form kind/detail in lower case, such as ${OPENS_LINKS}.`,
      )
    else if (!KNOWN_RELATIONS.has(one))
      warn(here, 'relation_unknown', `No platform uses it; did you mean ${OPENS_LINKS}?`)
  })
}

function checkTarget(place: Place, target: unknown): void {
  if (!isObject(target)) {
    reject(place, 'target', 'target must be one object with a namespace.')
    return
  }
  if (target['namespace'] === 'android_app') checkApp(place, target)
  else if (target['namespace'] === 'web') checkSite(at(place, 'site'), target['site'])
  else
    reject(
      at(place, 'namespace'),
      'namespace',
      'The namespace must be android_app or web; iOS apps have a separate file.',
    )
}

function checkApp(place: Place, target: Record<string, unknown>): void {
  const { package_name: name, sha256_cert_fingerprints: fingerprints } = target
  const brokenName = typeof name === 'string' ? validatePackageName(name) : validatePackageName('')
  if (brokenName !== null) reject(at(place, 'package_name'), brokenName.rule, brokenName.message)
  checkFingerprints(at(place, 'sha256_cert_fingerprints'), fingerprints)
}

function checkFingerprints(place: Place, list: unknown): void {
  if (!Array.isArray(list) || list.length === 0) {
    const words = typeof list === 'string' ? ' Put square brackets around it.' : ''
    reject(
      place,
      'fingerprints',
      `sha256_cert_fingerprints must be a list of at least one string.${words}`,
    )
    return
  }
  const seen = new Set<unknown>()
  checkEntries(place, list, (here, one) => {
    const broken = validateFingerprint(typeof one === 'string' ? one : '')
    if (broken !== null) reject(here, broken.rule, broken.message)
    else if (seen.has(one))
      warn(here, 'fingerprint_twice', 'This fingerprint is in the list twice.')
    seen.add(one)
  })
  warnOfUploadKey(place, list)
}

/** Up to this many keys the list may be incomplete: keys of Play, a test build, another store. */
const FEW_FINGERPRINTS = 3

/** Warns about the most common mistake, invisible in the file: a key other than Play's signing key. */
export function warnOfUploadKey(place: Place, fingerprints: readonly unknown[]): void {
  if (fingerprints.length === 0 || fingerprints.length > FEW_FINGERPRINTS) return
  const message = `Check that ${fingerprints.length === 1 ? 'it' : 'one of them'} is the app signing key of Play (Play Console, App integrity), not the upload key, which phones never see. Add the keys of test builds and other stores.`
  warn(place, 'upload_key', message)
}

function checkSite(place: Place, site: unknown): void {
  const url = typeof site === 'string' ? parseUrl(site) : null
  const isRoot = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/'
  if (!isRoot || url.search !== '' || url.hash !== '' || url.username !== '')
    reject(
      place,
      'site',
      'site must be scheme and host without a path, such as https://www.acme.com.',
    )
  else if (!url.hostname.includes('.') || url.hostname.includes('*'))
    reject(place, 'site_host', 'The host of a site must be fully qualified, without wildcards.')
}

/** Dynamic App Links (Android 15 and later): URL patterns for one of the statement's relations. */
function checkExtensions(place: Place, extensions: unknown, relation: unknown): void {
  if (!isObject(extensions)) {
    reject(
      place,
      'relation_extensions',
      'relation_extensions must be an object with relations as keys.',
    )
    return
  }
  const relations = new Set<unknown>(Array.isArray(relation) ? relation : [])
  for (const [name, extension] of Object.entries(extensions)) {
    const here = at(place, name)
    if (!relations.has(name))
      reject(here, 'extension_relation', 'The statement’s "relation" does not contain this one.')
    const components = isObject(extension) ? extension['dynamic_app_link_components'] : undefined
    if (components === undefined)
      warn(here, 'extension_unknown', 'The only known extension is dynamic_app_link_components.')
    else checkComponents(at(here, 'dynamic_app_link_components'), components, () => false)
  }
}
