const REMEDIES = {
  OOM: 'Redis is full and accepts no jobs: raise its maxmemory, or remove other data',
  MISCONF: 'Redis accepts no jobs because it cannot write its files: check its log and its disk',
  READONLY: 'Redis accepts no jobs because it is a replica: REDIS_URL must name the primary',
  LOADING: 'Redis accepts no jobs yet: it is loading its data',
} as const

export type RefusalKind = keyof typeof REMEDIES

/** Returns why Redis rejected a command because of its own state, or null for other errors. */
export function refusalKind(error: unknown): RefusalKind | null {
  if (!(error instanceof Error)) return null
  // Since Redis 7 the message starts with the word. In earlier versions, a script's error has it after a dash.
  const word = /(?:^|[ -])(OOM|MISCONF|READONLY|LOADING) /.exec(error.message)?.[1]
  return (word as RefusalKind | undefined) ?? null
}

/** Adds a remedy for the operator to an error that Redis's state has caused. Returns other errors unchanged. */
export function explainRefusal(error: Error): Error {
  const kind = refusalKind(error)
  return kind === null
    ? error
    : new Error(`${REMEDIES[kind]}. Until then, deliveries wait in the database`, { cause: error })
}
