import { callApi, type Installation } from './rehearse/installation.js'

/**
 * Calls the API and returns the response body. Throws an error with the API's message, or one that says that the API
 * does not respond.
 *
 * @param what.isApp omits the admin token, as an app's SDK does
 */
export async function askApi<Body>(
  where: Pick<Installation, 'publicUrl' | 'projectKey' | 'adminToken'>,
  what: Parameters<typeof callApi>[1],
): Promise<Body> {
  const reply = await callApi(where, what).catch((error: unknown) => {
    throw unreachable(where.publicUrl, error)
  })
  if (reply.status >= 200 && reply.status < 300) return JSON.parse(reply.text) as Body
  throw new Error(problemText(reply, `${what.method} ${what.path}`))
}

/** Creates an error without a `cause`, which `explainError` would treat as an error of the database. */
export function unreachable(url: string, error: unknown): Error {
  const { code = 'ECONNREFUSED' } = error as { code?: string }
  const reason = code === 'ECONNREFUSED' ? '' : ` (${code})`
  return new Error(`${url} does not respond${reason}; is it running?`)
}

/** Returns the detail of a problem response with its invalid fields. */
export function problemText(
  { status, text }: { status: number; text: string },
  call: string,
): string {
  const problem = parseProblem(text)
  if (problem === null) return `${call} returned ${status}: ${text.slice(0, 300)}`
  const fields = Object.entries(problem.errors ?? {}).map(
    ([field, texts]) => `\n  ${field}: ${texts.join('; ')}`,
  )
  return `${problem.detail ?? `${call} returned ${status}`}${fields.join('')}`
}

interface Problem {
  detail?: string
  errors?: Record<string, string[]>
}

function parseProblem(text: string): Problem | null {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return null
  }
}
