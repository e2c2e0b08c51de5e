import {
  addressAdvice,
  proofOf,
  proofProblem,
  type DomainDns,
} from '@throughline/core/net/domain-proof'
import { ROBOTS_TXT } from '@throughline/core/links/robots-txt'
import {
  countProvedHosts,
  listProvedHosts,
  type ProvedDomain,
} from '@throughline/db/projects/domains'
import {
  createDomainResolver,
  lookupDomain,
  type DomainResolver,
} from '@throughline/runtime/domain-dns'
import { fetchFile, type Fetched } from '@throughline/runtime/fetch-file'
import type { HostReach } from '@throughline/runtime/host-reach'
import type { CliConfig } from '../config.js'
import type { Finding } from './finding.js'
import { createHostReach } from './host-reach.js'
import { linkOrigin, ownLinkHost } from './link-origin.js'
import { BOUNDS, reportUnchecked, checkHosts } from './check-hosts.js'
import type { CommandContext } from './run-command.js'

const CHECK = 'domains'

/** How a host is requested; tests use their own names and certificate authority. */
export interface DomainAccess {
  reach: HostReach
  resolver: DomainResolver
}

/**
 * Checks every proved custom domain: whether it leads here with a valid certificate and whether its TXT record still
 * exists. Without the record a proved host is still served, so this alone is not a failure.
 */
export async function checkDomains(
  { config, database }: CommandContext,
  look: DomainAccess = { reach: createHostReach(config), resolver: createDomainResolver() },
): Promise<Finding[]> {
  const count = await countProvedHosts(database.prisma)
  if (count === 0) return [{ check: CHECK, ok: true, detail: 'no project has proved one' }]
  const hosts = await listProvedHosts(database.prisma, BOUNDS.hosts)
  const { findings, asked } = await checkHosts(hosts, (domain) => checkDomain(domain, config, look))
  const well = asked - findings.filter(({ ok }) => !ok).length
  const summary = { check: CHECK, ok: true, detail: `${well} of ${asked} lead here` }
  return [summary, ...findings, ...reportUnchecked(CHECK, count - asked)]
}

async function checkDomain(
  { host, project }: ProvedDomain,
  config: CliConfig,
  { reach, resolver }: DomainAccess,
): Promise<Finding[]> {
  const domain = { host, projectId: project.id, linkHost: ownLinkHost(config, project.prefix) }
  const { linkHost } = domain
  const origin = linkOrigin(config, host)
  const [seen, fetched] = await Promise.all([
    lookupDomain(resolver, { proof: proofOf(domain).name, host, linkHost }),
    fetchFile(`${origin}/robots.txt`, reach),
  ])
  const problem = problemOf(fetched)
  const proof = proofProblem(domain, seen)
  return [
    ...(problem === null ? [] : [failure(origin, problem, addressAdvice(domain, seen))]),
    ...(proof === null ? [] : [{ check: CHECK, ok: true, detail: lostProof(host, seen, proof) }]),
  ]
}

function failure(origin: string, problem: string, advice: string | null): Finding {
  const detail = `${origin}: ${problem}${advice === null ? '' : `. ${advice}`}`
  return { check: CHECK, ok: false, detail }
}

/** Without a DNS response, nothing is known about the record. */
function lostProof(host: string, { proof }: Pick<DomainDns, 'proof'>, problem: string): string {
  return proof === null ? `${host}: ${problem}` : `${host}, which was proved before: ${problem}`
}

function problemOf(fetched: Fetched): string | null {
  if ('failure' in fetched) return fetched.failure
  const { status, location, text } = fetched
  if (status >= 300 && status < 400)
    return `it redirects to ${location ?? 'nowhere'}; configure the proxy to forward requests`
  if (status !== 200)
    return `it returns ${status}, not 200; check that the host leads to this installation and that its Host header is preserved`
  // Some proxies add lines around ours.
  return text.includes(ROBOTS_TXT.trim()) ? null : 'another server responds there'
}
