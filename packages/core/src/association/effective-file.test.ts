import { describe, expect, it } from '@jest/globals'
import { checkApps } from './check-apps.js'
import { checkFile, effectiveFile, type AssociationSources } from './effective-file.js'

const KEY = Array.from({ length: 32 }, () => 'AB').join(':')
/** So many that the hint about the upload key is omitted. */
const KEYS = ['AB', 'CD', 'EF', '01'].map((byte) => KEY.replaceAll('AB', byte))
const apps = {
  android: [{ package_name: 'com.acme.shop', sha256_cert_fingerprints: KEYS }],
  ios: [
    { team_id: '9JA89QQLNQ', bundle_id: 'com.acme.shop' },
    { team_id: '9JA89QQLNQ', bundle_id: 'com.acme.shop-beta' },
  ],
}
const from = (parts: Partial<AssociationSources>): AssociationSources => ({
  apps: { android: [], ios: [] },
  assetLinks: null,
  appSiteAssociation: null,
  ...parts,
})

describe('the file that a link host serves', () => {
  it('is null for a project without apps', () => {
    expect(effectiveFile('asset-links', from({}))).toEqual({ source: 'none', text: null })
    expect(effectiveFile('app-site-association', from({}))).toEqual({ source: 'none', text: null })
  })

  it('is generated from the apps, and is valid', () => {
    for (const kind of ['asset-links', 'app-site-association'] as const) {
      const { source, text } = effectiveFile(kind, from({ apps }))
      expect(source).toBe('apps')
      expect(checkFile(kind, text ?? '')).toEqual([])
    }
    const android = effectiveFile('asset-links', from({ apps })).text ?? ''
    expect(JSON.parse(android)).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: { namespace: 'android_app', ...apps.android[0] },
      },
    ])
    const ios = effectiveFile('app-site-association', from({ apps })).text ?? ''
    expect(JSON.parse(ios)).toEqual({
      applinks: {
        details: [
          {
            appIDs: ['9JA89QQLNQ.com.acme.shop', '9JA89QQLNQ.com.acme.shop-beta'],
            components: [
              { '/': '/api/*', exclude: true },
              { '/': '/.well-known/*', exclude: true },
              { '/': '*' },
            ],
          },
        ],
      },
    })
  })

  it('is the uploaded file, byte for byte, whatever the apps are', () => {
    const sources = from({ apps, assetLinks: '[ {} ]\n', appSiteAssociation: ' {}' })
    expect(effectiveFile('asset-links', sources)).toEqual({ source: 'pasted', text: '[ {} ]\n' })
    expect(effectiveFile('app-site-association', sources)).toEqual({
      source: 'pasted',
      text: ' {}',
    })
  })
})

describe('apps', () => {
  const problemsOf = (android: typeof apps.android, ios: typeof apps.ios) =>
    checkApps({ android, ios }).map(({ severity, rule, path }) => `${severity} ${rule} ${path}`)

  it('are accepted as generated', () => {
    expect(problemsOf(apps.android, apps.ios)).toEqual([])
  })

  it('are rejected for each invalid or repeated id', () => {
    expect(
      problemsOf(
        [
          { package_name: 'acme', sha256_cert_fingerprints: [KEY.toLowerCase()] },
          { package_name: 'acme', sha256_cert_fingerprints: [KEY, KEY] },
        ],
        [
          { team_id: 'ACME', bundle_id: '9JA89QQLNQ.com.acme' },
          { team_id: 'ACME', bundle_id: '9JA89QQLNQ.com.acme' },
        ],
      ),
    ).toEqual([
      'error package_name android[0].package_name',
      'error fingerprint_case android[0].sha256_cert_fingerprints[0]',
      'warning upload_key android[0].sha256_cert_fingerprints',
      'error package_name android[1].package_name',
      'error twice android[1].package_name',
      'error twice android[1].sha256_cert_fingerprints[1]',
      'warning upload_key android[1].sha256_cert_fingerprints',
      'error team_id ios[0].team_id',
      'error bundle_id_with_team ios[0].bundle_id',
      'error team_id ios[1].team_id',
      'error bundle_id_with_team ios[1].bundle_id',
      'error twice ios[1]',
    ])
  })
})
