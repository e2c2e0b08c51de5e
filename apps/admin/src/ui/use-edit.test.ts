import { expect, it } from '@jest/globals'
import { changedFields, changesOf, rebase } from './use-edit.js'

it('sends only the changed fields', () => {
  const base = { name: 'Spring', expired_url: 'https://shop.example.com/late', tags: 'a' }
  const changed = changedFields({ base, values: { ...base, name: 'Summer', tags: '' } })
  expect(changed).toEqual(['name', 'tags'])
  const body = { name: 'Summer', expired_url: null, tags: [] }
  expect(changesOf(body, changed)).toEqual({ name: 'Summer', tags: [] })
})

it('keeps typed values when the record has changed meanwhile', () => {
  const base = { name: 'Spring', description: 'Old' }
  const edit = { base, values: { ...base, name: 'Summer' }, version: 1 }
  const current = { name: 'Autumn', description: 'New' }
  const rebased = rebase(edit, { base: current, version: 2 })
  const values = { name: 'Summer', description: 'New' }
  expect(rebased).toEqual({ base: current, values, version: 2 })
  expect(changedFields(rebased)).toEqual(['name'])
})
