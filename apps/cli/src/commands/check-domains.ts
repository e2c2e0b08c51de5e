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
import type { CliConfig } from '../config.js'
import type { Finding } from './finding.js'
import { fetchFile, type Fetched } from './fetch-file.js'
import { createHostReach, type HostReach } from './host-reach.js'
import { linkOrigin, ownLinkHost } from './link-origin.js'
import { BOUNDS, leftOut, lookAtHosts } from './look-at-hosts.js'
import type { CommandContext } from './run-command.js'

const CHECK = 'domains'

/** How a host is looked at; tests have names and an authority of their own. */
export interface DomainLook {
  reach: HostReach
  resolver: DomainResolver
}

/**
 * Looks again at every custom domain that a project has proved: whether it leads here with a good certificate, and
 * whether its TXT record is still there. Without the record a host goes on being served (it was proved once), so that
 * this alone is no failure.
 */
export async function checkDomains(
  { config, database }: CommandContext,
  look: DomainLook = { reach: createHostReach(config), resolver: createDomainResolver() },
): Promise<Finding[]> {
  const count = await countProvedHosts(database.prisma)
  if (count === 0) return [{ check: CHECK, ok: true, detail: 'no project has proved one' }]
  const hosts = await listProvedHosts(database.prisma, BOUNDS.hosts)
  const { findings, asked } = await lookAtHosts(hosts, (domain) =>
    lookAtDomain(domain, config, look),
  )
  const well = asked - findings.filter(({ ok }) => !ok).length
  const summary = { check: CHECK, ok: true, detail: `${well} of ${asked} lead here` }
  return [summary, ...findings, ...leftOut(CHECK, count - asked)]
}

async function lookAtDomain(
  { host, project }: ProvedDomain,
  config: CliConfig,
  { reach, resolver }: DomainLook,
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

/** Where the DNS is silent, nothing is known of the record. */
function lostProof(host: string, { proof }: Pick<DomainDns, 'proof'>, problem: string): string {
  return proof === null ? `${host}: ${problem}` : `${host}, which was proved before: ${problem}`
}

function problemOf(fetched: Fetched): string | null {
  if ('failure' in fetched) return fetched.failure
  const { status, location, text } = fetched
  if (status >= 300 && status < 400)
    return `it redirects to ${location ?? 'nowhere'}; let the server in front pass requests on`
  if (status !== 200)
    return `it answers ${status}, not 200; does the host reach this installation, with its Host header kept?`
  // Some fronts put lines of their own around ours.
  return text.includes(ROBOTS_TXT.trim()) ? null : 'another server answers there'
}
