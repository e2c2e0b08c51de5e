import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openCountries } from '../src/infra/geo-country.js'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

const require = createRequire(import.meta.url)
const MMDB =
  require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
/** Addresses of universities, which do not change their country. */
const GERMAN = '129.187.1.1'
const JAPANESE = '2001:2f8::1'

describe('the country of a request', () => {
  it('is looked up by address, of either family', async () => {
    const countryOf = await openCountries({ mmdbPath: MMDB, header: undefined })
    expect([GERMAN, JAPANESE].map((address) => countryOf({}, address))).toEqual(['DE', 'JP'])
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', '', 'x'])
      expect(countryOf({}, address)).toBeNull()
  })

  it('comes from the header if present, else from the file', async () => {
    const countryOf = await openCountries({ mmdbPath: MMDB, header: 'cf-ipcountry' })
    const told = (value: string | string[]) => countryOf({ 'cf-ipcountry': value }, GERMAN)
    expect([told('FR'), told(' fr ')]).toEqual(['FR', 'FR'])
    for (const unknown of ['XX', 'T1', '', 'FRA', 'F', '12', '<a', 'é'.repeat(2)])
      expect([unknown, told(unknown)]).toEqual([unknown, 'DE'])
    expect([told(['FR', 'IT']), countryOf({}, GERMAN)]).toEqual(['DE', 'DE'])
  })

  it('is null without file and header', async () => {
    const countryOf = await openCountries({ mmdbPath: undefined, header: undefined })
    expect(countryOf({ 'cf-ipcountry': 'FR' }, GERMAN)).toBeNull()
  })

  it.each(['/nowhere/countries.mmdb', import.meta.filename])(
    'ends the start with an explanation if the file can’t be read: %s',
    async (mmdbPath) => {
      await expect(openCountries({ mmdbPath, header: undefined })).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringContaining(`GEO_MMDB: ${mmdbPath}`) as unknown,
      })
    },
  )
})

describe.each([
  ['behind a proxy', '1', ['DE', 'FR', 'JP']],
  ['without one', '0', [null, null, null]],
])('a click %s', (_name, hops, countries) => {
  let api: TestApi
  beforeAll(async () => {
    const env = { TRUST_PROXY: hops, GEO_MMDB: MMDB, COUNTRY_HEADER: 'CF-IPCountry' }
    api = await startTestApi({ env })
  })
  afterAll(() => api.close())

  it('is the known country, and cannot be spoofed', async () => {
    const link = await api.database.prisma.link.create({
      data: { projectId: api.project.id, code: 'go', actualUrl: 'https://a.example/' },
    })
    const get = (headers: Record<string, string>) =>
      api.visit('GET', '/go', { headers: { 'user-agent': AGENTS.desktop, ...headers } })
    await get({ 'x-forwarded-for': GERMAN })
    await get({ 'x-forwarded-for': GERMAN, 'cf-ipcountry': 'FR' })
    await get({ 'x-forwarded-for': JAPANESE, 'cf-ipcountry': 'T1' })
    const clicks = await api.database.prisma.click.findMany({
      where: { linkId: link.id },
      orderBy: { id: 'asc' },
    })
    expect(clicks.map(({ country }) => country)).toEqual(countries)
  })
})
