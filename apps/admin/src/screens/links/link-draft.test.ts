import { expect, it } from '@jest/globals'
import { emptyDraft, finalUrl, toInput } from './link-draft.js'

it('sends null for an empty field, because the API keeps missing fields', () => {
  const input = toInput({ ...emptyDraft('https://a.example/'), name: '  ' })
  expect(input).toMatchObject({
    actual_url: 'https://a.example/',
    name: null,
    campaign_id: null,
    tags: [],
  })
})

it('takes the UTM values of the campaign before those of the link', () => {
  const draft = {
    ...emptyDraft('https://a.example/p?x=1#top'),
    utm_source: 'link',
    utm_term: 'shoe',
  }
  expect(finalUrl(draft, { utm_source: 'campaign', utm_medium: null })).toEqual({
    url: 'https://a.example/p',
    added: '?x=1&utm_source=campaign&utm_term=shoe#top',
  })
})

it('returns no final URL for an empty draft', () => {
  expect(finalUrl(emptyDraft('shop'), undefined)).toBeNull()
})

it('keeps tags that contain commas', () => {
  const tags = ['red, blue', 'sale']
  const draft = { ...emptyDraft(), tags: JSON.stringify(tags) }
  expect(toInput(draft).tags).toEqual(tags)
})
