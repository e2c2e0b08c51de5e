import { describe, expect, it } from '@jest/globals'
import { playScripted } from '../../test/vectors/play-scripted.js'
import type { Given, JsonObject, Vector } from '../../test/vectors/vector.js'

/** The maximum length that the service accepts. */
const MAX_REFERRER_LENGTH = 16_384
const MAX_CLIPBOARD_LENGTH = 4096

/** A first start with this referrer or clipboard. Returns the fields of the install report. */
function firstStart(given: Given, reported: JsonObject): Vector {
  const options = { linkHost: '{link_host}' }
  const path = '/api/attribution/installs'
  const body = { install_id: '{uuid:install}', platform: 'ios', device: {}, ...reported }
  return {
    name: 'a first start',
    given: { options, device: { platform: 'ios' }, ...given },
    steps: [{ start: {} }],
    http: [{ request: { method: 'POST', path, body }, response: { status: 200, body: NO_MATCH } }],
    expect: { events: [] },
  }
}

const NO_MATCH = { matched: false, reason: 'no_candidate', link: null, attribution: null }

/** A short link of the given length. */
function linkOf(length: number): string {
  return `https://acme.links.example/SHOES?x=`.padEnd(length, 'x')
}

describe('values that the API would reject', () => {
  it('truncates the referrer', async () => {
    const install_referrer = 'r'.repeat(MAX_REFERRER_LENGTH)
    const given = { installReferrer: `${install_referrer}r` }
    expect(await playScripted(firstStart(given, { install_referrer }))).toEqual([])
  })

  it('omits a clipboard link over the limit and keeps one at the limit', async () => {
    const link_url = linkOf(MAX_CLIPBOARD_LENGTH)
    expect(await playScripted(firstStart({ clipboard: link_url }, { link_url }))).toEqual([])
    const given = { clipboard: linkOf(MAX_CLIPBOARD_LENGTH + 1) }
    expect(await playScripted(firstStart(given, {}))).toEqual([])
  })
})
