import { describe, expect, it } from '@jest/globals'
import { checkFile, type AssociationKind } from './effective-file.js'
import { fixProblem } from './fix-problem.js'
import { OPENS_LINKS } from './asset-links.js'

const KEY = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase()).join(
  ':',
)
const android = (change: object = {}, relation: unknown = [OPENS_LINKS]) => ({
  relation,
  target: {
    namespace: 'android_app',
    package_name: 'com.acme.shop',
    sha256_cert_fingerprints: [KEY],
    ...change,
  },
})
const apple = (detail: object, more: object = {}) => ({
  applinks: { details: [{ appIDs: ['ABCDE12345.com.acme'], ...detail }], ...more },
})
const components = (...list: unknown[]) => apple({ components: list })
const paths = (...list: unknown[]) => apple({ paths: list }, { apps: [] })
const ALL = { '/': '*' }

/** Fixes the first problem of a rule. @returns the file as JSON, or null without a fix */
function fix(kind: AssociationKind, file: unknown, rule: string): unknown {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const problem = checkFile(kind, text).find((one) => one.rule === rule)
  if (problem === undefined) throw new Error(`The file does not break ${rule}`)
  const fixed = fixProblem(text, problem)
  if (fixed === null) return null
  expect(
    checkFile(kind, fixed).filter((one) => one.rule === rule && one.path === problem.path),
  ).toEqual([])
  return JSON.parse(fixed)
}

describe('a mistake in assetlinks.json', () => {
  it.each([
    ['fingerprint_case', android({ sha256_cert_fingerprints: [KEY.toLowerCase()] })],
    ['fingerprint_colons', android({ sha256_cert_fingerprints: [KEY.replaceAll(':', '')] })],
    ['fingerprint_colons', android({ sha256_cert_fingerprints: [`SHA256: ${KEY}`] })],
    ['fingerprint_twice', android({ sha256_cert_fingerprints: [KEY, KEY] })],
    ['fingerprints', android({ sha256_cert_fingerprints: KEY })],
    ['relation', android({}, OPENS_LINKS)],
    [
      'package_name',
      android({
        package_name: 'https://play.google.com/store/apps/details?id=com.acme.shop&hl=de',
      }),
    ],
  ])('is fixed for %s', (rule, statement) => {
    expect(fix('asset-links', [statement], rule)).toEqual([android()])
  })

  it('is fixed by square brackets around a single statement', () => {
    expect(fix('asset-links', android(), 'not_a_list')).toEqual([android()])
  })

  it.each([
    ['fingerprint_sha1', [android({ sha256_cert_fingerprints: [KEY.slice(0, 59)] })]],
    ['package_name', [android({ package_name: 'Acme' })]],
    ['wrong_file', { applinks: {} }],
    ['upload_key', [android()]],
  ])('is not fixed for %s', (rule, file) => {
    expect(fix('asset-links', file, rule)).toBeNull()
  })
})

describe('a mistake in apple-app-site-association', () => {
  it.each([
    ['team_id', apple({ appIDs: ['abcde12345.com.acme'], components: [ALL] }), components(ALL)],
    ['app_ids', apple({ appIDs: 'ABCDE12345.com.acme', components: [ALL] }), components(ALL)],
    [
      'apps_not_empty',
      apple({ components: [ALL] }, { apps: ['x'] }),
      apple({ components: [ALL] }, { apps: [] }),
    ],
    ['apps_missing', apple({ paths: ['*'] }), paths('*')],
    ['no_patterns', apple({}), components(ALL)],
    ['component', components('/buy/*', ALL), components({ '/': '/buy/*' }, ALL)],
    ['component', components('NOT /a', ALL), components({ '/': '/a', exclude: true }, ALL)],
    [
      'not_in_component',
      components({ '/': 'NOT /a', comment: 'x' }, ALL),
      components({ '/': '/a', comment: 'x', exclude: true }, ALL),
    ],
    [
      'not_boolean',
      components({ '/': '/a', exclude: 'true' }, ALL),
      components({ '/': '/a', exclude: true }, ALL),
    ],
    [
      'path_is_url',
      components({ '/': 'https://go.acme.com/buy?x=1' }, ALL),
      components({ '/': '/buy' }, ALL),
    ],
    ['path_start', paths('buy/*', '*'), paths('/buy/*', '*')],
    ['not_form', paths('not  /a', '*'), paths('NOT /a', '*')],
    [
      'unreachable',
      components(ALL, { '/': '/a', exclude: true }, { '/': '/b', exclude: true }),
      components({ '/': '/a', exclude: true }, { '/': '/b', exclude: true }, ALL),
    ],
    [
      'details',
      { applinks: { apps: [], details: { 'ABCDE12345.com.acme': { paths: ['*'] } } } },
      { applinks: { apps: [], details: [{ appID: 'ABCDE12345.com.acme', paths: ['*'] }] } },
    ],
  ])('is fixed for %s', (rule, file, fixed) => {
    expect(fix('app-site-association', file, rule)).toEqual(fixed)
  })

  it.each([
    ['app_id_without_team', apple({ appIDs: ['com.acme'], components: [ALL] })],
    ['no_service', { appLinks: {} }],
    ['no_short_link', components({ '/': '/shop/buy/*' })],
  ])('is not fixed for %s', (rule, file) => {
    expect(fix('app-site-association', file, rule)).toBeNull()
  })
})

describe('a file that is not JSON', () => {
  const fixText = (text: string) => fix('app-site-association', text, 'not_json')

  it.each([
    ['a comma before a bracket', '{"applinks": {"details": [],},}'],
    ['comments', '{ // ours\n"applinks": {"details": []}}'],
    ['curly quotes', '{\u201capplinks\u201d: {"details": []}}'],
  ])('is fixed if it has %s', (_mistake, text) => {
    expect(fixText(text)).toEqual({ applinks: { details: [] } })
  })

  it.each([['{"applinks": {'], ['<html>'], ['']])('is not fixed as %p', (text) => {
    expect(fixText(text)).toBeNull()
  })

  it('is not fixed if it is nested too deeply for the parser', () => {
    expect(fixText('['.repeat(50_000))).toBeNull()
  })

  it('loses its byte order mark', () => {
    const text = `\uFEFF${JSON.stringify(components(ALL))}`
    expect(fix('app-site-association', text, 'byte_order_mark')).toEqual(components(ALL))
  })
})

it('keeps everything else as it is written', () => {
  const text = `[\n\t{ "relation":  ["${OPENS_LINKS}"],\n\t  "target": ${JSON.stringify(
    android({ sha256_cert_fingerprints: [KEY.toLowerCase()] }).target,
  )} }]`
  const [problem] = checkFile('asset-links', text)
  const fixed = problem === undefined ? null : fixProblem(text, problem)
  expect(fixed).toBe(text.replace(KEY.toLowerCase(), KEY))
})
