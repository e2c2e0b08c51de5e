import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.js'
import { isSignedOut, meQuery } from './session.js'

const RETRIES = 2
/** A list that is shown again after this time is read again. */
const FRESH_MS = 15_000

/**
 * When a session has ended, shows the sign-in form; the page behind it keeps what was typed. After a 403, reads the
 * role again: if it was lowered, buttons that it no longer permits disappear.
 */
function onError(error: unknown): void {
  if (isSignedOut(error) || isForbidden(error))
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => query.queryKey[0] !== 'me' && onError(error),
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => count < RETRIES && isWorthRetrying(error),
    },
  },
})

function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.code !== 'reauth_required'
}

/** Retries, because the server may be restarting or busy. */
function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}
