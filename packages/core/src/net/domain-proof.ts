/** A custom domain and the project that says it is its own. */
export interface ClaimedDomain {
  host: string
  projectId: string
  /** The project's own link host without its port, which a CNAME record should name. */
  linkHost: string
}

/** What the DNS says of a custom domain; null where it gave no answer. */
export interface DomainDns {
  /** TXT records, each in its pieces. */
  proof: string[][] | null
  addresses: string[] | null
  linkHostAddresses: string[] | null
}

/** The record that proves a host (docs/api-contract.md, "Custom domains"). */
export function proofOf({ host, projectId }: Pick<ClaimedDomain, 'host' | 'projectId'>) {
  return { type: 'TXT', name: `_throughline.${host}`, value: projectId } as const
}

/** Why the TXT records don't prove the host for the project, in words for its owner; null where they do. */
export function proofProblem(
  domain: ClaimedDomain,
  { proof }: Pick<DomainDns, 'proof'>,
): string | null {
  const { name, value } = proofOf(domain)
  if (proof === null) return `The DNS gave no answer about ${name}. Check the host again later.`
  if (proof.length === 0) {
    return `There is no TXT record ${name} yet. Add it with the value ${value}; it can take a while to be seen.`
  }
  const [first = '', ...others] = proof.map((pieces) => pieces.join('').trim())
  if ([first, ...others].some((text) => text.toLowerCase() === value)) return null
  return `The TXT record ${name} has another value, ${quote(first)}. Set it to ${value}.`
}

const LONGEST_QUOTE = 60

/** Anybody's text, in what people read on a terminal. */
function quote(text: string): string {
  const end = text.length > LONGEST_QUOTE ? '…' : ''
  return `“${text.slice(0, LONGEST_QUOTE).replace(/[^ -~]/g, '?')}${end}”`
}

/**
 * What to do where the host has other addresses than the project's link host; null where nothing, or nothing is
 * known. Advice alone: behind somebody's proxy a host may well have other addresses.
 */
export function addressAdvice(
  { host, linkHost }: ClaimedDomain,
  { addresses, linkHostAddresses }: Omit<DomainDns, 'proof'>,
): string | null {
  if (addresses === null || linkHostAddresses === null || linkHostAddresses.length === 0)
    return null
  if (addresses.length === 0)
    return `The host has no address yet. Add a CNAME record from ${host} to ${linkHost}.`
  if (addresses.some((address) => linkHostAddresses.includes(address))) return null
  return `The host leads elsewhere than ${linkHost}. Unless a proxy of yours stands there, add a CNAME record from ${host} to ${linkHost}.`
}
