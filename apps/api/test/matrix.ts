import { isFullMatrix } from '@throughline/testkit/test-env'
import type { Route } from '../src/http/route.js'
import { routes } from '../src/routes.js'

/**
 * The cases of a generated matrix to run on a route: every `step`-th, and all with TEST_MATRIX=full. Each route starts
 * at the next case, so that every case runs on some route.
 */
export function share<Case>(cases: readonly Case[], route: Route, step: number): readonly Case[] {
  if (isFullMatrix()) return cases
  const first = routes.indexOf(route) % Math.min(step, cases.length)
  return cases.filter((_, index) => index % step === first)
}
