/** What each of Redis's refusals asks of the operator. */
const REMEDIES = {
  OOM: 'Redis is full and takes no job: raise its maxmemory, or remove what else it holds',
  MISCONF: 'Redis takes no job since it cannot write its own files: see its log and its disk',
  READONLY: 'Redis takes no job since it is a replica: REDIS_URL must name the primary',
  LOADING: 'Redis takes no job yet: it reads its own files',
} as const

export type RefusalKind = keyof typeof REMEDIES

/** Why Redis refused a command, where it is its state that refuses; null for any other error. */
export function refusalKind(error: unknown): RefusalKind | null {
  if (!(error instanceof Error)) return null
  // Redis 7 begins with the word; before, a script's error had it in its midst, after a dash.
  const word = /(?:^|[ -])(OOM|MISCONF|READONLY|LOADING) /.exec(error.message)?.[1]
  return (word as RefusalKind | undefined) ?? null
}

/** The same error in words for the operator, or as it is where Redis's state is not the cause. */
export function explainRefusal(error: Error): Error {
  const kind = refusalKind(error)
  return kind === null
    ? error
    : new Error(`${REMEDIES[kind]}. Deliveries wait in the database meanwhile`, { cause: error })
}
