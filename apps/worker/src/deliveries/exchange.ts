import type { Dispatcher } from 'undici'
import { DeliveryError } from './delivery-error.js'

export interface ExchangeRequest {
  path: string
  headers: Record<string, string>
  body: Buffer
}

export interface Exchange {
  /** Null when no status came. */
  statusCode: number | null
  /** What came of the body, at most the cap. */
  responseBody: Buffer
  /** Null when the answer came whole, or as much of it as is read. */
  failure: unknown
}

/** Of an answer's body this much is read; what goes past it ends the connection (contract §4). */
export const MAX_RESPONSE_BYTES = 16 * 1024

/**
 * One POST and its answer, on one connection: no redirect, no retry, no inflating. Never rejects.
 *
 * @param deadline when it aborts the exchange is over at once, wherever it is, with its reason as the failure;
 *   undici itself does not look at a signal while it connects
 */
export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  deadline: AbortSignal,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let statusCode: number | null = null
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false

    const end = (failure: unknown) => {
      if (isOver) return
      isOver = true
      deadline.removeEventListener('abort', onDeadline)
      resolve({
        statusCode,
        responseBody: Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES),
        failure,
      })
    }
    const cut = (failure: unknown) => {
      end(failure)
      controller?.abort(OVER)
    }
    const onDeadline = () => cut(deadline.reason)
    deadline.addEventListener('abort', onDeadline)

    dispatcher.dispatch(
      { method: 'POST', ...request },
      {
        onRequestStart: (started) => {
          controller = started
          // The connection came too late: nothing may be sent any more.
          if (isOver) started.abort(OVER)
        },
        onResponseStart: (_controller, status) => {
          if (status >= 200) statusCode = status
        },
        onResponseData: (_controller, chunk) => {
          chunks.push(chunk)
          size += chunk.length
          if (size > MAX_RESPONSE_BYTES) cut(null)
        },
        onResponseEnd: () => end(null),
        onResponseError: (_controller, error) => end(error),
      },
    )
  })
}

const OVER = new DeliveryError('timeout', 'The exchange is over')
