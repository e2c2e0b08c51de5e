import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.project.updateMany({
    data: { apps: { android: [], ios: [] }, assetLinks: null, appSiteAssociation: null },
  })
  await api.database.prisma.auditEntry.deleteMany()
})

const KEY = Array.from({ length: 32 }, () => 'AB').join(':')
/** So many that the hint about the upload key is omitted. */
const KEYS = ['AB', 'CD', 'EF', '01'].map((byte) => KEY.replaceAll('AB', byte))
const ANDROID = [{ package_name: 'com.acme.shop', sha256_cert_fingerprints: KEYS }]
const IOS = [{ team_id: '9JA89QQLNQ', bundle_id: 'com.acme.shop' }]
const JSON_TYPE = { 'content-type': 'application/json' }

const statements = (...fingerprints: string[]) => [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: 'com.acme.shop',
      sha256_cert_fingerprints: fingerprints,
    },
  },
]
/** Has tabs, a non-ASCII character and a line break: parsing and serializing would change it. */
const PASTED = {
  'asset-links': `${JSON.stringify(statements(...KEYS), null, '\t')}\r\n`,
  'app-site-association':
    ' {"applinks": {"details": [{"appIDs": ["9JA89QQLNQ.com.acme.shop"],\n"components": [{"/": "/é\\u00e9*"}]}]}}',
} as const
type Kind = keyof typeof PASTED
const kinds = Object.keys(PASTED) as Kind[]

const stored = () =>
  api.database.prisma.project.findUniqueOrThrow({
    where: { id: api.project.id },
    select: { apps: true, assetLinks: true, appSiteAssociation: true },
  })
const audited = async () =>
  (await api.database.prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })).map(
    ({ projectId, actor, action, target, details }) => ({
      projectId,
      actor,
      action,
      target,
      details,
    }),
  )
const put = (kind: Kind, rawBody: string | Uint8Array) =>
  api.request('PUT', `/api/project/${kind}`, { rawBody, headers: JSON_TYPE })
const putApps = (body: unknown) => api.request('PUT', '/api/project/apps', { body })

describe.each(kinds)('PUT /api/project/%s', (kind) => {
  const column = kind === 'asset-links' ? 'assetLinks' : 'appSiteAssociation'

  it('stores the file byte for byte and records it in the audit', async () => {
    const answer = await put(kind, PASTED[kind])
    expect([answer.status, answer.body]).toEqual([
      200,
      { source: 'pasted', file: PASTED[kind], hints: [] },
    ])
    expect(await stored()).toMatchObject({ [column]: PASTED[kind] })
    expect(await audited()).toEqual([
      {
        projectId: api.project.id,
        actor: `token:${api.project.token.split('|')[0] ?? ''}`,
        action: `${kind}.update`,
        target: `project:${api.project.id}`,
        details: { bytes: Buffer.byteLength(PASTED[kind]) },
      },
    ])
    expect((await api.request('GET', `/api/project/${kind}`)).body).toEqual(answer.body)
  })

  it('is removed with null, and the generated file is served again', async () => {
    await putApps({ android: ANDROID, ios: IOS })
    await put(kind, PASTED[kind])
    const answer = await put(kind, 'null')
    expect([answer.status, answer.body.source]).toEqual([200, 'apps'])
    expect(await stored()).toMatchObject({ [column]: null })
    expect((await audited()).map(({ action }) => action)).toEqual([
      'apps.update',
      `${kind}.update`,
      `${kind}.clear`,
    ])
  })

  it('rejects the other platform’s file, and stores nothing', async () => {
    const other = kinds.find((one) => one !== kind) ?? kind
    const answer = await put(kind, PASTED[other])
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { body: [expect.stringMatching(/^wrong_file: This is (Apple|Android)’s/)] },
    ])
    expect(answer.body.detail).toContain('breaks the rule wrong_file')
    expect(await stored()).toMatchObject({ [column]: null })
    expect(await audited()).toEqual([])
  })

  it('rejects a byte order mark, and locates a trailing comma', async () => {
    const marked = await put(kind, `\uFEFF${PASTED[kind]}`)
    expect([marked.status, marked.body.errors]).toEqual([
      422,
      { body: [expect.stringMatching(/^byte_order_mark: /)] },
    ])
    const broken = await put(kind, PASTED[kind].replace(/([}\]])(\s*)$/, ',$1$2'))
    expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
    expect(broken.body.detail).toMatch(/\(line \d+, column \d+\).* comma precedes a closing/)
    expect(await stored()).toMatchObject({ [column]: null })
  })

  it('rejects an empty body', async () => {
    const answer = await api.request('PUT', `/api/project/${kind}`)
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ['body']])
  })

  it('has no file before there are apps', async () => {
    const answer = await api.request('GET', `/api/project/${kind}`)
    expect([answer.status, answer.body]).toEqual([200, { source: 'none', file: null, hints: [] }])
  })

  it('changes no other project', async () => {
    await put(kind, PASTED[kind])
    const { id } = api.otherProject
    const other = await api.database.prisma.project.findUniqueOrThrow({ where: { id } })
    expect(other[column]).toBeNull()
  })
})

describe('PUT /api/project/asset-links', () => {
  it('names rule, position and the usual mistake of each fingerprint', async () => {
    const sha1 = KEY.slice(0, 59)
    const answer = await put('asset-links', JSON.stringify(statements(sha1, KEY.toLowerCase())))
    const place = '[0].target.sha256_cert_fingerprints'
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        [`${place}[0]`]: [
          expect.stringMatching(/^fingerprint_sha1: This is the SHA-1 fingerprint/),
        ],
        [`${place}[1]`]: [expect.stringMatching(/^fingerprint_case: .*upper case/)],
      },
    ])
    expect(answer.body.detail).toMatch(
      /breaks the rule fingerprint_sha1 at \[0\].*There are 1 more/,
    )
  })

  it.each([1, 2, 3])('accepts %i fingerprints, and warns about the upload key', async (count) => {
    const answer = await put('asset-links', JSON.stringify(statements(...KEYS.slice(0, count))))
    expect([answer.status, answer.body.hints]).toEqual([
      200,
      [
        {
          rule: 'upload_key',
          path: '[0].target.sha256_cert_fingerprints',
          message: expect.stringContaining('not the upload key'),
        },
      ],
    ])
  })
})

describe('PUT /api/project/app-site-association', () => {
  it('rejects more than 128 kB, and a bundle id without its team', async () => {
    const large = await put('app-site-association', `{"x":"${'x'.repeat(128 * 1024)}"}`)
    expect([large.status, large.body.errors]).toEqual([
      422,
      { body: [expect.stringMatching(/^too_large: .*128 kB/)] },
    ])
    const file = PASTED['app-site-association'].replace('9JA89QQLNQ.', '')
    const answer = await put('app-site-association', file)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { 'applinks.details[0].appIDs[0]': [expect.stringMatching(/^app_id_without_team: /)] },
    ])
  })
})

describe('PUT /api/project/apps', () => {
  it('stores the apps, from which both files are generated', async () => {
    const answer = await putApps({ android: ANDROID, ios: IOS })
    expect([answer.status, answer.body]).toEqual([200, { android: ANDROID, ios: IOS, hints: [] }])
    expect(await stored()).toEqual({
      apps: { android: ANDROID, ios: IOS },
      assetLinks: null,
      appSiteAssociation: null,
    })
    expect(await audited()).toMatchObject([
      {
        action: 'apps.update',
        details: { android: ['com.acme.shop'], ios: ['9JA89QQLNQ.com.acme.shop'] },
      },
    ])
    expect((await api.request('GET', '/api/project/apps')).body).toEqual(answer.body)
    const made = await api.request('GET', '/api/project/asset-links')
    expect([made.body.source, JSON.parse(made.body.file as string)]).toEqual([
      'apps',
      statements(...KEYS),
    ])
  })

  it('keeps a missing list, clears one with [], rejects null', async () => {
    await putApps({ android: ANDROID, ios: IOS })
    expect((await putApps({ ios: [] })).body).toMatchObject({ android: ANDROID, ios: [] })
    expect((await putApps({})).body).toMatchObject({ android: ANDROID, ios: [] })
    expect((await putApps({ android: null })).status).toBe(422)
    expect((await stored()).apps).toEqual({ android: ANDROID, ios: [] })
  })

  it('keeps both changes when two calls change different lists at the same time', async () => {
    await Promise.all([putApps({ android: ANDROID }), putApps({ ios: IOS })])
    expect((await stored()).apps).toEqual({ android: ANDROID, ios: IOS })
  })

  it('rejects ids by the rules of the files', async () => {
    const android = [{ package_name: 'acme', sha256_cert_fingerprints: [KEY.replaceAll(':', '')] }]
    const ios = [{ team_id: 'Acme', bundle_id: '9JA89QQLNQ.com.acme.shop' }]
    const answer = await putApps({ android, ios })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        'android.0.package_name': [expect.stringMatching(/^package_name: /)],
        'android.0.sha256_cert_fingerprints.0': [expect.stringMatching(/^fingerprint_colons: /)],
        'ios.0.team_id': [expect.stringMatching(/^team_id: /)],
        'ios.0.bundle_id': [expect.stringMatching(/^bundle_id_with_team: /)],
      },
    ])
    expect((await stored()).apps).toEqual({ android: [], ios: [] })
  })

  it('reports that an uploaded file replaces the generated one', async () => {
    await put('asset-links', PASTED['asset-links'])
    const answer = await putApps({ android: ANDROID })
    expect(answer.body.hints).toEqual([
      { rule: 'pasted_file', path: 'android', message: expect.stringContaining('asset-links') },
    ])
  })
})
