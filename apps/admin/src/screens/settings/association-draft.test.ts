import { describe, expect, it } from '@jest/globals'
import { appsOf, draftsOf, EMPTY_APP, fileOf, fixFingerprints } from './association-draft.js'

const PAIRS = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, '0'))
const FINGERPRINT = PAIRS.join(':').toUpperCase()

describe('the form of apps', () => {
  it('reads the stored apps and produces the same apps', () => {
    const apps = {
      android: [{ package_name: 'com.acme.shop', sha256_cert_fingerprints: [FINGERPRINT] }],
      ios: [{ team_id: '9JA89QQLNQ', bundle_id: 'com.acme.shop' }],
      hints: [],
    }
    expect(appsOf('asset-links', draftsOf('asset-links', apps)).android).toEqual(apps.android)
    expect(appsOf('app-site-association', draftsOf('app-site-association', apps)).ios).toEqual(
      apps.ios,
    )
  })

  it('produces no file without an app', () => {
    expect(fileOf('asset-links', appsOf('asset-links', []))).toBeNull()
    expect(fileOf('app-site-association', appsOf('app-site-association', [EMPTY_APP]))).toContain(
      'applinks',
    )
  })

  it.each([
    ['lower case', FINGERPRINT.toLowerCase()],
    ['no colons', FINGERPRINT.replaceAll(':', '')],
    ['the words of keytool', `SHA256: ${FINGERPRINT}`],
  ])('writes a fingerprint with %s as Android does', (_name, text) => {
    expect(fixFingerprints(text)).toBe(FINGERPRINT)
  })

  it('offers no correction for a correct fingerprint or for other text', () => {
    expect(fixFingerprints(FINGERPRINT)).toBeNull()
    expect(fixFingerprints('AB:CD')).toBeNull()
  })
})
