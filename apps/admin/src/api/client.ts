import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './schema.js'
import { noteServerTime } from './server-clock.js'

export type Api = Client<paths, 'application/json'>
export type Problem = components['schemas']['Problem']

/** The API accepts the session's cookie only with this header (docs/api-contract.md, "Panel and accounts"). */
export const PANEL_HEADER = { 'X-Throughline-Panel': '1' } as const

/** A response that is not a success. `status` is 0 if there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly fields: Readonly<Record<string, string[]>>

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? `The server answered ${status}.`)
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.requestId = problem.request_id ?? null
    this.fields = problem.errors ?? {}
  }
}

/** @param projectKey omitted for routes that do not belong to one project */
export function createApi(projectKey?: string): Api {
  return createClient<paths>({
    baseUrl: window.location.origin,
    credentials: 'same-origin',
    headers: {
      ...PANEL_HEADER,
      ...(projectKey === undefined ? {} : { 'x-project-key': projectKey }),
    },
    fetch: fetchOrFail,
  })
}

/** Returns the body of a successful response. @throws ApiError */
export async function unwrap<Body>(
  answering: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Body> {
  const { data, error, response } = await answering
  if (!response.ok) throw new ApiError(response.status, asProblem(error))
  return data as Body
}

async function fetchOrFail(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    noteServerTime(response.headers.get('date'))
    return response
  } catch {
    throw new ApiError(0, { code: 'unreachable', detail: 'The server cannot be reached.' })
  }
}

function asProblem(error: unknown): Partial<Problem> {
  return typeof error === 'object' && error !== null ? error : {}
}
