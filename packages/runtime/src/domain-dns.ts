import { Resolver } from 'node:dns/promises'

export interface DomainResolver {
  resolveTxt(name: string): Promise<string[][]>
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
}

/** c-ares tries twice and waits twice as long the second time. */
const FIRST_TRY_MS = 900

export function createDomainResolver(): DomainResolver {
  return new Resolver({ timeout: FIRST_TRY_MS, tries: 2 })
}

const LIMIT_MS = 3_000

/** Looks up TXT records and addresses within 3 s; never rejects. Empty: none exist. Null: the DNS did not respond. */
export async function lookupDomain(
  resolver: DomainResolver,
  names: { proof: string; host: string; linkHost: string },
): Promise<{
  proof: string[][] | null
  addresses: string[] | null
  linkHostAddresses: string[] | null
}> {
  const [proof, addresses, linkHostAddresses] = await Promise.all([
    lookup(resolver.resolveTxt(names.proof)),
    addressesOf(resolver, names.host),
    addressesOf(resolver, names.linkHost),
  ])
  return { proof, addresses, linkHostAddresses }
}

async function addressesOf(resolver: DomainResolver, name: string): Promise<string[] | null> {
  const [four, six] = await Promise.all([
    lookup(resolver.resolve4(name)),
    lookup(resolver.resolve6(name)),
  ])
  return four === null && six === null ? null : [...(four ?? []), ...(six ?? [])]
}

/** The name or the record type does not exist, which is a valid response. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

async function lookup<Item>(query: Promise<Item[]>): Promise<Item[] | null> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LIMIT_MS)
  })
  const answer = query.catch((error: unknown) => {
    const code = (error as { code?: unknown } | null)?.code
    return typeof code === 'string' && NOTHING.has(code) ? [] : null
  })
  try {
    return await Promise.race([answer, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
