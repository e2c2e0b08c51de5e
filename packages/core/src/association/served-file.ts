/** What a host answered to a request for a file, or why it did not answer. */
export type ServedAnswer =
  { status: number; type: string; location: string | null; text: string } | { failure: string }

export interface ServedProblem {
  code: 'unreachable' | 'redirect' | 'status' | 'content_type' | 'content'
  /** About the host, without a capital letter and a full stop. */
  message: string
}

const NOT_FOUND = 404

/**
 * Why phones do not accept what a host serves in place of an association file, or null if they do.
 * @param expected the file of the project; null if it has none, so that the host must answer 404
 */
export function servedProblem(answer: ServedAnswer, expected: string | null): ServedProblem | null {
  if ('failure' in answer) return { code: 'unreachable', message: answer.failure }
  const { status, type, location, text } = answer
  if (expected === null && status === NOT_FOUND) return null
  if (status >= 300 && status < 400) {
    const target = location ?? 'nowhere'
    return {
      code: 'redirect',
      message: `it redirects to ${target}, which neither platform follows; configure the proxy to forward this path`,
    }
  }
  if (expected === null)
    return {
      code: 'content',
      message: `it returns ${status} although the project has no such file; a cache is outdated, or another server responds`,
    }
  if (status !== 200)
    return {
      code: 'status',
      message: `it returns ${status}, not 200; check that the host leads to this installation and that its Host header is preserved`,
    }
  if (!/^application\/json\s*(;|$)/i.test(type))
    return {
      code: 'content_type',
      message: `its type is ${type}, not application/json; a proxy responds or changes it`,
    }
  if (text !== expected)
    return {
      code: 'content',
      message:
        'it is not the file of this project; a cache is outdated (5 minutes are allowed), or another server responds',
    }
  return null
}
