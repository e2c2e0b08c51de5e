import { callApi, type Installation } from './rehearse/installation.js'

/**
 * Calls the API and returns its answer. Throws an error that says what the API said, or that it does not respond.
 *
 * @param what.isApp leaves the admin token out, as an app's SDK does
 */
export async function askApi<Body>(
  where: Pick<Installation, 'publicUrl' | 'projectKey' | 'adminToken'>,
  what: Parameters<typeof callApi>[1],
): Promise<Body> {
  const reply = await callApi(where, what).catch(() => {
    throw unreachable(where.publicUrl)
  })
  if (reply.status >= 200 && reply.status < 300) return JSON.parse(reply.text) as Body
  throw new Error(problemText(reply, `${what.method} ${what.path}`))
}

/** Has no `cause`, which `explainError` would take for an error of the database. */
export function unreachable(url: string): Error {
  return new Error(`${url} does not respond; is it running?`)
}

/** The sentence of a problem response, with the fields that it names. */
export function problemText(
  { status, text }: { status: number; text: string },
  asked: string,
): string {
  const problem = parseProblem(text)
  if (problem === null) return `${asked} was answered ${status}: ${text.slice(0, 300)}`
  const fields = Object.entries(problem.errors ?? {}).map(
    ([field, texts]) => `\n  ${field}: ${texts.join('; ')}`,
  )
  return `${problem.detail ?? `${asked} was answered ${status}`}${fields.join('')}`
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
