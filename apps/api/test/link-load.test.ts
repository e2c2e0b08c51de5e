import { expect, it } from '@jest/globals'
import { startTestApi } from './harness.js'

it('a request to a link host releases its slot, whatever its response', async () => {
  const api = await startTestApi({ env: { MAX_REQUESTS_IN_WORK: '1' } })
  try {
    const data = { projectId: api.project.id, code: 'load', actualUrl: 'https://a.example/' }
    await api.database.prisma.link.create({ data })
    const statuses: number[] = []
    for (const path of ['/load', '/none', '/load', '/a/b', '/load'])
      statuses.push((await api.visit('GET', path)).status)
    expect(statuses).toEqual([302, 404, 302, 404, 302])
  } finally {
    await api.close()
  }
})
