import { describe, expect, it, jest } from '@jest/globals'
import { checkAssetLinks, OPENS_LINKS } from './asset-links.js'

const PLAY_KEY = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16))
  .join(':')
  .toUpperCase()
const OTHER_KEY = PLAY_KEY.replaceAll('A', 'C')
const SHA1 = PLAY_KEY.slice(0, 59)
/** So many that the hint about the upload key is omitted. */
const MANY_KEYS = ['A', 'C', 'D', 'E'].map((digit) => PLAY_KEY.replaceAll('A', digit))

const app = (target: object = {}) => ({
  relation: [OPENS_LINKS],
  target: {
    namespace: 'android_app',
    package_name: 'com.acme.shop',
    sha256_cert_fingerprints: MANY_KEYS,
    ...target,
  },
})
const withKeys = (...keys: unknown[]) => app({ sha256_cert_fingerprints: keys })
const site = (url: unknown) => ({
  relation: [OPENS_LINKS],
  target: { namespace: 'web', site: url },
})
const extended = (components: unknown, name = OPENS_LINKS) => ({
  ...app(),
  relation_extensions: { [name]: { dynamic_app_link_components: components } },
})

/** `severity rule path` of each problem. */
const problemsOf = (value: unknown) =>
  checkAssetLinks(typeof value === 'string' ? value : JSON.stringify(value)).map(
    ({ severity, rule, path }) => `${severity} ${rule} ${path}`.trim(),
  )

describe('a statement list', () => {
  it('accepts an app, its fingerprints and the relation', () => {
    expect(problemsOf([app()])).toEqual([])
    expect(problemsOf([app(), site('https://www.acme.com'), site('http://acme.com:8080')])).toEqual(
      [],
    )
  })

  it.each([
    ['an object', app(), ['error not_a_list']],
    ['Apple’s file', { applinks: { details: [] } }, ['error wrong_file']],
    ['an answer of the API', { statements: [] }, ['error api_answer']],
    ['nothing', [], ['error empty']],
    ['texts', ['x'], ['error statement [0]']],
    ['null', null, ['error not_a_list']],
    ['a byte order mark', `\uFEFF${JSON.stringify([app()])}`, ['error byte_order_mark']],
    ['a trailing comma', '[{},]', ['error not_json']],
    ['more than a megabyte', `[${' '.repeat(1024 * 1024)}]`, ['error too_large']],
  ])('is rejected as %s', (_name, value, problems) => {
    expect(problemsOf(value)).toEqual(problems)
  })

  it('reports at most a hundred problems, and always an error', () => {
    expect(problemsOf(Array.from({ length: 1_000 }, () => 7))).toHaveLength(100)
    const alone = Array.from({ length: 200 }, () => withKeys(PLAY_KEY))
    expect(problemsOf([...alone, 7])).toContain('error statement [200]')
  })

  it('warns without the relation that lets an app open links', () => {
    const logins = { ...app(), relation: ['delegate_permission/common.get_login_creds'] }
    expect(problemsOf([logins])).toEqual(['warning opens_nothing'])
    expect(problemsOf([site('https://acme.com')])).toEqual(['warning opens_nothing'])
  })
})

describe('a statement', () => {
  it.each([
    ['no relation', { target: app().target }, ['error relation [0].relation']],
    ['a relation alone', { ...app(), relation: OPENS_LINKS }, ['error relation [0].relation']],
    ['no target', { relation: [OPENS_LINKS] }, ['error target [0].target']],
    ['a list of targets', { ...app(), target: [app().target] }, ['error target [0].target']],
    [
      'a relation of another form',
      { ...app(), relation: [OPENS_LINKS, 'Handle_All_URLs'] },
      ['error relation_form [0].relation[1]'],
    ],
    [
      'a relation that nobody asks for',
      { ...app(), relation: [OPENS_LINKS, 'delegate_permission/common.handle_urls'] },
      ['warning relation_unknown [0].relation[1]'],
    ],
    ['an iOS app', app({ namespace: 'ios_app' }), ['error namespace [0].target.namespace']],
    [
      'an include',
      { include: 'https://acme.com/links.json' },
      ['warning include_once [0].include'],
    ],
    [
      'a key that nobody reads',
      { ...app(), exclude: { paths: ['/legal/*'] }, comment: 'ours' },
      ['warning unknown_key [0].exclude'],
    ],
    ['a relative include', { include: '/links.json' }, ['error include [0].include']],
    ['an include over http', { include: 'http://acme.com/a.json' }, ['error include [0].include']],
    [
      'an include beside others',
      { ...app(), include: 'https://acme.com/a.json' },
      ['error include_alone [0]', 'warning include_once [0].include'],
    ],
    ['a site with a path', site('https://acme.com/shop'), ['error site [0].target.site']],
    ['a site without scheme', site('acme.com'), ['error site [0].target.site']],
    ['a site of a wildcard', site('https://*.acme.com'), ['error site_host [0].target.site']],
  ])('is checked for %s', (_name, statement, problems) => {
    expect(problemsOf([statement])).toEqual(expect.arrayContaining(problems))
    expect(problemsOf([statement]).filter((one) => one.startsWith('error'))).toEqual(
      problems.filter((one) => one.startsWith('error')),
    )
  })

  it.each(['com.acme.*', 'acme', '1com.acme', 'com..acme', 'https://play.google.com/?id=a.b', 7])(
    'has no package name %p',
    (name) => {
      expect(problemsOf([app({ package_name: name })])).toEqual([
        'error package_name [0].target.package_name',
      ])
    },
  )
})

describe('a fingerprint', () => {
  const where = '[0].target.sha256_cert_fingerprints[0]'
  it.each([
    ['the SHA-1 one', SHA1, 'fingerprint_sha1'],
    ['the SHA-1 one without colons', SHA1.replaceAll(':', ''), 'fingerprint_sha1'],
    ['in lower case', PLAY_KEY.toLowerCase(), 'fingerprint_case'],
    ['without colons', PLAY_KEY.replaceAll(':', ''), 'fingerprint_colons'],
    ['with its name', `SHA256: ${PLAY_KEY}`, 'fingerprint_colons'],
    ['with blanks', PLAY_KEY.replaceAll(':', ' '), 'fingerprint_colons'],
    ['cut short', PLAY_KEY.slice(0, -3), 'fingerprint_length'],
    ['in base64', 'qrvM3e7/ABEiM0RVZneImaq7zN3u/wARIjNEVWZ3iJk=', 'fingerprint_format'],
    ['a placeholder', 'YOUR_KEY_HERE', 'fingerprint_format'],
    ['a number', 7, 'fingerprint_format'],
  ])('rejects a fingerprint %s, and names the mistake', (_name, key, rule) => {
    expect(problemsOf([withKeys(key, ...MANY_KEYS)])).toEqual([`error ${rule} ${where}`])
  })

  it('is required, as a list', () => {
    const problem = 'error fingerprints [0].target.sha256_cert_fingerprints'
    expect(problemsOf([withKeys()])).toEqual([problem])
    expect(problemsOf([app({ sha256_cert_fingerprints: PLAY_KEY })])).toEqual([problem])
  })

  it.each([
    ['alone', [PLAY_KEY]],
    ['beside another', [PLAY_KEY, OTHER_KEY]],
    ['beside two others', MANY_KEYS.slice(0, 3)],
  ])("%s gets the hint to compare it with Play's key", (_name, keys) => {
    const [problem, ...more] = checkAssetLinks(JSON.stringify([withKeys(...keys)]))
    expect(more).toEqual([])
    expect(problem).toMatchObject({ severity: 'warning', rule: 'upload_key' })
    expect(problem?.message).toContain('not the upload key')
  })

  it('is not required among many', () => {
    expect(problemsOf([withKeys(...MANY_KEYS)])).toEqual([])
  })

  it('gives a warning if it is listed twice', () => {
    expect(problemsOf([withKeys(...MANY_KEYS, PLAY_KEY)])).toEqual([
      'warning fingerprint_twice [0].target.sha256_cert_fingerprints[4]',
    ])
  })
})

describe('a file of the maximum size', () => {
  const LIST = '[0].target.sha256_cert_fingerprints'

  it('is checked in one pass, without a search for each of ten thousand fingerprints', () => {
    const searches = (['indexOf', 'includes', 'filter', 'find'] as const).map((name) =>
      jest.spyOn(Array.prototype, name),
    )
    try {
      const problems = checkAssetLinks(JSON.stringify([withKeys(...Array(10_000).fill(PLAY_KEY))]))
      const searched = searches.reduce((sum, { mock }) => sum + mock.calls.length, 0)
      expect(searched).toBeLessThan(100)
      const rules = problems.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`)
      expect(rules).toEqual([
        `error too_many ${LIST}`,
        ...Array.from({ length: 100 }, (_, n) => `warning fingerprint_twice ${LIST}[${n + 1}]`),
      ])
    } finally {
      for (const search of searches) search.mockRestore()
    }
  })

  it('reports only the first hundred errors and warnings', () => {
    const [first = '', second = ''] = MANY_KEYS
    const keys = Array.from({ length: 4_000 }, (_, n) => (n % 2 === 0 ? first : second.slice(1)))
    const problems = problemsOf([withKeys(...keys)])
    expect(problems.filter((one) => one.startsWith('error'))).toHaveLength(100)
    expect(problems.filter((one) => one.startsWith('warning'))).toHaveLength(100)
  })

  it('is not repeated in the paths of its problems', () => {
    const name = 'x'.repeat(100_000)
    const problems = checkAssetLinks(JSON.stringify([extended(Array(200).fill(7), name)]))
    expect(problems).toHaveLength(100)
    expect(JSON.stringify(problems.map(({ path }) => path)).length).toBeLessThan(100_000)
  })
})

describe('dynamic rules', () => {
  const place = `[0].relation_extensions["${OPENS_LINKS}"]`
  it('use Apple’s patterns', () => {
    expect(
      problemsOf([extended([{ '?': { dl: '*' } }, { '#': 'app' }, { '/': '/products/*' }])]),
    ).toEqual([])
    expect(problemsOf([extended([{ '/': 'products' }])])).toEqual([
      `error path_start ${place}.dynamic_app_link_components[0]["/"]`,
    ])
  })

  it('match a short link', () => {
    expect(problemsOf([extended([{ '/': '/products/*' }])])).toEqual([
      `warning no_short_link ${place}.dynamic_app_link_components`,
    ])
  })

  it('belong to a relation of the statement', () => {
    const other = 'delegate_permission/common.get_login_creds'
    expect(problemsOf([extended([{ '/': '*' }], other)])).toEqual([
      `error extension_relation [0].relation_extensions["${other}"]`,
    ])
    expect(problemsOf([{ ...app(), relation_extensions: { [OPENS_LINKS]: {} } }])).toEqual([
      `warning extension_unknown ${place}`,
    ])
    expect(problemsOf([{ ...app(), relation_extensions: [] }])).toEqual([
      'error relation_extensions [0].relation_extensions',
    ])
  })
})
