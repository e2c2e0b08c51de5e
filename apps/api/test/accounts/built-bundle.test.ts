import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase } from '@throughline/db/connection/database'
import { insertUser } from '@throughline/db/accounts/users'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createPasswordHasher } from '../../src/infra/password-hasher.js'
import { PASSWORD } from '../accounts.js'
import { killSpawnedApis, spawnApi } from '../spawn-api.js'
import { sendRequest } from '../send-request.js'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await killSpawnedApis()
  await database.drop()
})

it('the bundle, which has no node_modules, checks passwords', async () => {
  const opened = openDatabase({ url: database.url, poolMax: 1 })
  const hasher = createPasswordHasher()
  const passwordHash = await hasher.hash(PASSWORD)
  await insertUser(opened.prisma, { email: 'ada@example.com', name: 'Ada', passwordHash })
  await Promise.all([opened.close(), hasher.close()])
  const api = await spawnApi({ DATABASE_URL: database.url })
  await api.untilStatus('/readyz', 200)
  const signIn = (password: string) =>
    sendRequest(`${api.url}/api/auth/sign-in`, 'POST', {
      headers: { 'x-throughline-panel': '1' },
      body: { email: 'ada@example.com', password },
    })
  expect((await signIn(PASSWORD)).status).toBe(200)
  expect((await signIn('wrong')).status).toBe(401)
})
