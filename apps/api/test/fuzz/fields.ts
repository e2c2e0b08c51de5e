import fc from 'fast-check'
import type { Route } from '../../src/http/route.js'
import { routes } from '../../src/routes.js'
import type { FieldArbitraries } from './arbitrary-of.js'
import { markedHost, markedWord, moment, text, webhookUrl, webUrl } from './texts.js'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const SCOPES = ['links:read', 'links:write', 'attribution', 'campaigns:read', 'campaigns:write']
const ABILITIES = [
  ...new Set(
    routes.flatMap(({ access }) => (access.includes(':') ? access.replace('management:', '') : [])),
  ),
]

const hex = fc.integer({ min: 0, max: 255 })
const fingerprint = fc
  .array(hex, { minLength: 32, maxLength: 32 })
  .map((bytes) => bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':'))
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,12}$/)
const appId = fc
  .array(word, { minLength: 2, maxLength: 4 })
  .map((parts) => `com.${parts.join('.')}`)
const past = fc
  .integer({ min: 1, max: 1_000_000 })
  .map((seconds) => new Date(Date.UTC(2026, 0, 1) - seconds * 1000).toISOString())

/** Rules that the operations check and schemas do not contain: URLs, hosts, ids, times in the future or past. */
const FIELDS: FieldArbitraries = {
  actual_url: webUrl,
  url: webhookUrl,
  fallback_url: webUrl,
  expired_url: webUrl,
  social_image: webhookUrl,
  ios_url: webUrl,
  android_url: webUrl,
  code: markedWord,
  ios_bundle_id: appId,
  bundle_id: appId,
  android_package_name: appId,
  package_name: appId,
  team_id: fc.stringMatching(/^[A-Z0-9]{10}$/),
  sha256_cert_fingerprints: fc.uniqueArray(fingerprint, { minLength: 1, maxLength: 3 }),
  host: markedHost,
  expires_at: moment,
  allowed_destinations: fc.constantFrom([], [], [], ['example.com', '*.example.com', '*.example']),
  sdk_scopes: fc.oneof(
    { arbitrary: fc.constant(SCOPES), weight: 9 },
    { arbitrary: fc.subarray(SCOPES), weight: 1 },
  ),
  abilities: fc.oneof(
    fc.constant(['*']),
    fc.subarray(ABILITIES, { minLength: 1 }),
    fc.constant(['things:read']),
  ),
  icon: fc.constantFrom(PNG, PNG.replace('ErkJggg', 'ErkJgggAA')),
  since: past,
  until: moment,
  installed_at: past,
  languages: fc.uniqueArray(fc.constantFrom('en-US', 'de', 'ar', 'zh-Hant-TW'), { minLength: 1 }),
  time_zone: fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'UTC', 'No/Such'),
  tz: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia'),
  search: fc.oneof(fc.constantFrom('', 'zq', 'example', 'a', 'É', '%', '_', '\\'), text(1, 40)),
  tag: text(1, 64),
  days: fc.constantFrom('1', '7', '90'),
  page: fc.constantFrom('1', '2', '100000'),
}

const DATES = {
  from: fc.constantFrom('2026-01-01', '2025-12-31'),
  to: fc.constantFrom('2026-01-01', '2026-02-28'),
}

/** Fields whose name has another meaning on some route. */
const OF_ROUTE: Record<string, FieldArbitraries> = {
  '/api/links/:code/stats': DATES,
  '/api/campaigns/:id/stats': DATES,
  '/api/overview': DATES,
  '/api/links/preview/page': {
    link: fc.constant(JSON.stringify({ actual_url: 'https://example.com/', is_deeplink: true })),
  },
  '/api/installs': { country: fc.constantFrom('DE', 'FR') },
  '/api/clicks': { country: fc.constantFrom('DE', 'FR') },
  '/api/deliveries': { state: fc.constantFrom('failed', 'pending,retrying') },
  '/api/lookup': { id: fc.constantFrom('1', 'https://a.example/', '203.0.113.5-iOS-17.4-390x840') },
}

export function fieldsOf(route: Route): FieldArbitraries {
  return { ...FIELDS, ...OF_ROUTE[route.path] }
}

const PACKAGE = 'com.acme.shop'
const KEY = Array.from({ length: 32 }, () => 'AB').join(':')
const ASSET_LINKS = [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: PACKAGE,
      sha256_cert_fingerprints: [KEY],
    },
  },
]
const SITE_ASSOCIATION = {
  applinks: { details: [{ appIDs: [`9JA89QQLNQ.${PACKAGE}`], components: [{ '/': '/é*' }] }] },
}

/** An association file as an owner pastes it, or null to remove it; white space is stored byte for byte. */
export function fileText(path: string): fc.Arbitrary<string> {
  const file = path.endsWith('asset-links') ? ASSET_LINKS : SITE_ASSOCIATION
  return fc.oneof(
    fc.constant('null'),
    fc
      .constantFrom('', '\t', '   ')
      .chain((indent) =>
        fc
          .constantFrom('', '\n', '\r\n \t')
          .map((end) => `${end}${JSON.stringify(file, null, indent)}${end}`),
      ),
  )
}
