import { expect, it, jest } from '@jest/globals'
import { ApiError } from '../api/client.js'
import { saveVersion } from './save-version.js'

const base = { name: 'Spring' }
const edit = { base, values: { name: 'Summer' }, version: 1 }
const valuesOf = ({ name }: { name: string }) => ({ name })

/** Accepts only one version. */
const saveOf = (accepted: number) =>
  jest.fn((version: number) =>
    version === accepted
      ? Promise.resolve('saved')
      : Promise.reject(new ApiError(412, { code: 'version_mismatch' })),
  )

it('does not save over a change of the same fields', async () => {
  const save = saveOf(2)
  const read = () => Promise.resolve({ name: 'Autumn', version: 2 })
  await expect(saveVersion(edit, { save, read, valuesOf })).rejects.toThrow(ApiError)
  expect(save.mock.calls).toEqual([[1]])
})

it('saves the new version if other fields were changed', async () => {
  const save = saveOf(2)
  const read = () => Promise.resolve({ name: 'Spring', version: 2 })
  expect(await saveVersion(edit, { save, read, valuesOf })).toBe('saved')
  expect(save.mock.calls).toEqual([[1], [2]])
})
