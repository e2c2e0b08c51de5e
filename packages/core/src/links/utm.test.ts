import { describe, expect, it } from '@jest/globals'
import { noUtm, readUtm, resolveUtm } from './utm.js'

describe('resolveUtm', () => {
  it('decides each field separately: campaign, link, incoming', () => {
    expect(
      resolveUtm({
        campaign: { ...noUtm(), utm_source: 'campaign' },
        link: { ...noUtm(), utm_source: 'link', utm_medium: 'link' },
        incoming: { utm_source: 'in', utm_medium: 'in', utm_campaign: 'in' },
      }),
    ).toEqual({
      utm_source: 'campaign',
      utm_medium: 'link',
      utm_campaign: 'in',
      utm_term: null,
      utm_content: null,
    })
  })

  it('ignores null and empty values', () => {
    const resolved = resolveUtm({
      campaign: { utm_source: null, utm_term: '' },
      link: { utm_source: '', utm_term: null },
      incoming: { utm_source: 'in', utm_term: 'in' },
    })
    expect(resolved).toMatchObject({ utm_source: 'in', utm_term: 'in' })
  })

  it('works without campaign, link or query', () => {
    expect(resolveUtm({})).toEqual(noUtm())
    expect(resolveUtm({ campaign: null, link: null, incoming: null })).toEqual(noUtm())
  })
})

describe('readUtm', () => {
  it.each([
    ['utm_source=a+b%20c', 'a b c'],
    ['utm_source=a%2Bb', 'a+b'],
    ['utm_source=&utm_source=x', 'x'],
    ['utm_source=x&utm_source=y', 'x'],
    ['utm_source=%C3%A9t%C3%A9', 'été'],
    ['utm_source=%00', null],
    [`utm_source=${'x'.repeat(513)}`, null],
    ['UTM_SOURCE=x', null],
    ['', null],
  ])('reads %j as %j', (rawQuery, value) => {
    expect(readUtm(rawQuery)).toEqual({ ...noUtm(), utm_source: value })
  })
})
