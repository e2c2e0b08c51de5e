import { Resolver } from 'node:dns/promises'
import type { DomainCheck } from '@throughline/db/domains'

/** What is asked of the DNS: node:dns/promises, or a resolver of a test. */
export interface DomainResolver {
  resolveTxt(name: string): Promise<string[][]>
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
}

/** Two tries of c-ares, the second of which waits twice as long. */
const FIRST_TRY_MS = 900

/** The DNS that the machine is set up with. */
export function createDomainResolver(): DomainResolver {
  return new Resolver({ timeout: FIRST_TRY_MS, tries: 2 })
}

/** All look-ups of one check together. */
const LIMIT_MS = 3_000

/** The record that proves a host (contract §5). */
export function proofOf(host: string, projectId: string) {
  return { type: 'TXT', name: `_throughline.${host}`, value: projectId } as const
}

/**
 * Looks whether the TXT record proves the host for the project, and whether the host leads here. Never rejects; takes
 * 3 s at most. The second is advice alone: behind somebody's proxy a host may well have other addresses.
 *
 * @param linkHost the project's own link host without its port, which a CNAME record should name
 */
export async function checkDomain(
  resolver: DomainResolver,
  domain: { host: string; projectId: string; linkHost: string },
): Promise<DomainCheck> {
  const [problem, advice] = await Promise.all([
    proofProblem(resolver, domain),
    addressAdvice(resolver, domain),
  ])
  return problem === null ? { isProved: true, problem: advice } : { isProved: false, problem }
}

async function proofProblem(
  resolver: DomainResolver,
  { host, projectId }: { host: string; projectId: string },
): Promise<string | null> {
  const { name, value } = proofOf(host, projectId)
  const records = await lookUp(resolver.resolveTxt(name))
  if (records === null) return `The DNS gave no answer about ${name}. Check the host again later.`
  if (records.length === 0) {
    return `There is no TXT record ${name} yet. Add it with the value ${value}; it can take a while to be seen.`
  }
  const isThere = records.some((chunks) => chunks.join('').trim().toLowerCase() === value)
  return isThere ? null : `The TXT record ${name} has another value. Set it to ${value}.`
}

async function addressAdvice(
  resolver: DomainResolver,
  { host, linkHost }: { host: string; linkHost: string },
): Promise<string | null> {
  const [theirs, ours] = await Promise.all([
    addressesOf(resolver, host),
    addressesOf(resolver, linkHost),
  ])
  if (theirs === null || ours === null || ours.length === 0) return null
  if (theirs.length === 0) {
    return `The host has no address yet. Add a CNAME record from ${host} to ${linkHost}.`
  }
  if (theirs.some((address) => ours.includes(address))) return null
  return `The host leads elsewhere than ${linkHost}. Unless a proxy of yours stands there, add a CNAME record from ${host} to ${linkHost}.`
}

/** The addresses of a name, none where it has none, null where the DNS gave no answer. */
async function addressesOf(resolver: DomainResolver, name: string): Promise<string[] | null> {
  const [four, six] = await Promise.all([
    lookUp(resolver.resolve4(name)),
    lookUp(resolver.resolve6(name)),
  ])
  return four === null && six === null ? null : [...(four ?? []), ...(six ?? [])]
}

/** The name or the kind of record does not exist: an answer. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

/** An answer of the DNS, empty where there is nothing, or null where none came in time. */
async function lookUp<Item>(query: Promise<Item[]>): Promise<Item[] | null> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LIMIT_MS)
  })
  const answer = query.catch((error: unknown) => {
    const code = (error as { code?: unknown } | null)?.code
    return typeof code === 'string' && NOTHING.has(code) ? [] : null
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}
