import { afterAll, expect, it } from '@jest/globals'
import { createPasswordHasher } from './password-hasher.js'

const hasher = createPasswordHasher()
afterAll(() => hasher.close())

it('hashes with argon2id, 19 MiB, two passes and a new salt, and verifies the hash', async () => {
  const [first, second] = await Promise.all([hasher.hash('one word'), hasher.hash('one word')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(second).not.toBe(first)
  expect(await hasher.verify('one word', first)).toBe(true)
  expect(await hasher.verify('One word', first)).toBe(false)
})

it('accepts no password without a hash, and no empty password', async () => {
  expect(await hasher.verify('one word', null)).toBe(false)
  expect(await hasher.verify('', null)).toBe(false)
  expect(await hasher.verify('', await hasher.hash('one word'))).toBe(false)
})

it('continues after an invalid hash', async () => {
  await expect(hasher.verify('one word', 'no hash')).rejects.toThrow('argon2id failed')
  expect(await hasher.verify('x', null)).toBe(false)
})

it('runs two at a time, lets 20 wait, and rejects the rest', async () => {
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => hasher.verify('x', null)))
  const rejected = all.filter((one) => one.status === 'rejected')
  expect(rejected.map(({ reason }) => (reason as { code: string }).code)).toEqual(
    Array(3).fill('rate_limited'),
  )
})
