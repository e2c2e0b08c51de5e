import { expect } from '@jest/globals'
import type { TestApi } from '../../../../apps/api/test/harness.js'
import type { Sent } from './run-vector.js'
import type { JsonObject } from './vector.js'

/** A request to which the service responded. */
export interface Answered {
  sent: Sent
  status: number
  body: unknown
}

/** Each click and each install is stored once, however often it was sent. */
export async function expectStored(
  api: TestApi,
  projectId: string,
  answered: readonly Answered[],
): Promise<void> {
  const { prisma } = api.database
  const distinct = (status: number, path: RegExp, idOf: (sent: Sent) => unknown) =>
    new Set(
      answered
        .filter(({ sent, status: got }) => got === status && path.test(sent.path))
        .map(({ sent }) => idOf(sent)),
    ).size
  const clicks = distinct(201, /\/click$/, ({ headers }) => headers['idempotency-key'])
  expect(await prisma.click.count({ where: { projectId, source: 'sdk' } })).toBe(clicks)
  const reported = answered.filter(({ sent }) => sent.path.endsWith('/installs'))
  for (const { installId, isTest, answer } of lastAnswers(reported)) {
    // A test install is stored under a new id. Of an install without consent almost nothing is stored.
    const isStored = answer !== null && !isTest && !/^consent_/.test(String(answer['reason']))
    const rows = await prisma.install.count({ where: { projectId, installId } })
    expect([answer, rows]).toEqual([answer, isStored ? 1 : 0])
    if (!isTest) continue
    const testId = String(answer?.['install_id'])
    const where = { projectId, installId: testId, isTest }
    expect([answer, await prisma.install.count({ where })]).toEqual([answer, 1])
  }
}

interface LastAnswer {
  installId: string
  isTest: boolean
  /** Null if none of its reports was accepted. */
  answer: JsonObject | null
}

/** The last response to each install. */
function lastAnswers(reported: readonly Answered[]): LastAnswer[] {
  const last = new Map<string, LastAnswer>()
  for (const { sent, status, body } of reported) {
    const installId = String(sent.body?.['install_id'])
    const answer = status === 200 ? (body as JsonObject) : (last.get(installId)?.answer ?? null)
    last.set(installId, { installId, isTest: sent.body?.['test'] === true, answer })
  }
  return [...last.values()]
}
