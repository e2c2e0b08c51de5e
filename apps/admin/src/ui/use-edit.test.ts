import { expect, it } from '@jest/globals'
import { changedFields, changesOf } from './use-edit.js'

it('sends what was changed, and nothing that the form only shows', () => {
  const base = { name: 'Spring', expired_url: 'https://shop.example.com/late', tags: 'a' }
  const changed = changedFields({ base, values: { ...base, name: 'Summer', tags: '' } })
  expect(changed).toEqual(['name', 'tags'])
  const body = { name: 'Summer', expired_url: null, tags: [] }
  expect(changesOf(body, changed)).toEqual({ name: 'Summer', tags: [] })
})
