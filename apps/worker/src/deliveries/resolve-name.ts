import { lookup } from 'node:dns/promises'

/** Answers every address of a name, in the order to try them. */
export type ResolveName = (hostname: string) => Promise<string[]>

/** As long as an idle connection is kept, so that no attempt goes by an older answer than a connection might. */
const KEEP_MS = 4_000
const KEEP_FAILURE_MS = 1_000

/**
 * Resolves names as the machine does (its hosts file, its search list). Attempts on one name share a look-up and,
 * for seconds, its answer: look-ups run on few threads, which one dead name server must not fill.
 */
export function createResolver(resolve: ResolveName = resolveBySystem): ResolveName {
  const known = new Map<string, Promise<string[]>>()
  const forgetAfter = (hostname: string, ms: number) =>
    void setTimeout(() => known.delete(hostname), ms).unref()

  return (hostname) => {
    const present = known.get(hostname)
    if (present !== undefined) return present
    const asked = resolve(hostname)
    known.set(hostname, asked)
    asked.then(
      () => forgetAfter(hostname, KEEP_MS),
      () => forgetAfter(hostname, KEEP_FAILURE_MS),
    )
    return asked
  }
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}
