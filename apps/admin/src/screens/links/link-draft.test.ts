import { expect, it } from '@jest/globals'
import { emptyDraft, toInput } from './link-draft.js'

it('sends null for an empty field, because the API keeps missing fields', () => {
  const input = toInput({ ...emptyDraft('https://a.example/'), name: '  ' })
  expect(input).toMatchObject({
    actual_url: 'https://a.example/',
    name: null,
    campaign_id: null,
    tags: [],
  })
})

it('keeps tags that contain commas', () => {
  const tags = ['red, blue', 'sale']
  const draft = { ...emptyDraft(), tags: JSON.stringify(tags) }
  expect(toInput(draft).tags).toEqual(tags)
})
