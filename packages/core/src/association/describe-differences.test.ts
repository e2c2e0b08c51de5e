import { expect, it } from '@jest/globals'
import { describeDifferences } from './describe-differences.js'

const [PLAY, DEBUG] = ['AB', 'CD'].map((byte) => Array.from({ length: 32 }, () => byte).join(':'))
const statement = (name: string, ...fingerprints: (string | undefined)[]) => ({
  relation: ['delegate_permission/common.handle_all_urls'],
  target: {
    namespace: 'android_app',
    package_name: name,
    sha256_cert_fingerprints: fingerprints,
  },
})
const apple = (components: object[], more: object = {}) => ({
  applinks: { details: [{ appIDs: ['ABCDE12345.com.acme'], components }] },
  ...more,
})
const android = (served: unknown, stored: unknown) =>
  describeDifferences('asset-links', {
    served: JSON.stringify(served),
    stored: JSON.stringify(stored),
  })
const ios = (served: unknown, stored: unknown) =>
  describeDifferences('app-site-association', {
    served: JSON.stringify(served),
    stored: JSON.stringify(stored),
  })

it('names apps and fingerprints that only one of two files for Android has', () => {
  expect(
    android(
      [statement('com.acme.shop', DEBUG), statement('com.old')],
      [statement('com.acme.shop', PLAY), statement('com.new')],
    ),
  ).toEqual([
    `com.acme.shop: the fingerprint ${PLAY} is missing on the host.`,
    `com.acme.shop: the fingerprint ${DEBUG} is only on the host.`,
    'com.new is missing on the host.',
    'com.old is only on the host.',
  ])
})

it('names a relation that the host does not serve', () => {
  const more = {
    ...statement('com.acme', PLAY),
    relation: ['delegate_permission/common.get_login_creds'],
  }
  expect(android([statement('com.acme', PLAY)], [statement('com.acme', PLAY), more])).toEqual([
    'com.acme: the relation delegate_permission/common.get_login_creds is missing on the host.',
  ])
})

it('names paths, their order and other sections of files for iOS', () => {
  const [all, help] = [{ '/': '*' }, { '/': '/help/*', exclude: true }]
  expect(ios(apple([all]), apple([help, all]))).toEqual([
    'ABCDE12345.com.acme: the path {"/":"/help/*","exclude":true} is missing on the host.',
  ])
  expect(ios(apple([all, help]), apple([help, all]))).toEqual([
    'ABCDE12345.com.acme: its entries are in another order.',
  ])
  expect(ios(apple([all]), apple([all], { webcredentials: { apps: [] } }))).toEqual([
    'The section webcredentials differs.',
  ])
})

it('tells files with the same content from others', () => {
  const file = apple([{ '/': '/a', exclude: true }])
  const reordered = apple([{ exclude: true, '/': '/a' }])
  expect(ios(file, file)).toEqual([])
  expect(ios(reordered, file)).toEqual(['Only spaces, line breaks or the order of keys differ.'])
  expect(ios({ ...file, applinks: { ...file.applinks, defaults: {} } }, file)).toEqual([
    'Other parts of the file differ.',
  ])
})

it('returns one sentence for a page, and for a file that is nested too deeply', () => {
  const stored = JSON.stringify([statement('com.acme', PLAY)])
  const describeAs = (served: string) => describeDifferences('asset-links', { served, stored })
  expect(describeAs('<!doctype html>')).toEqual(['The file on the host is not JSON.'])
  expect(describeAs(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toEqual([
    'Other parts of the file differ.',
  ])
})

it('returns at most 20 short sentences', () => {
  const many = Array.from({ length: 3_000 }, (_, index) =>
    statement(`com.${index}.${'x'.repeat(300)}`),
  )
  const found = android(many, [statement('com.acme', PLAY)])
  expect(found).toHaveLength(20)
  for (const sentence of found) expect(sentence.length).toBeLessThan(300)
})
