export interface ClaimedDomain {
  host: string
  projectId: string
  linkHost: string
}

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

/** Explains to the owner why the TXT records do not prove the host for the project. Returns null if they do. */
export function proofProblem(
  domain: ClaimedDomain,
  { proof }: Pick<DomainDns, 'proof'>,
): string | null {
  const { name, value } = proofOf(domain)
  if (proof === null) return `The DNS did not respond for ${name}. Check the host again later.`
  if (proof.length === 0) {
    return `There is no TXT record ${name} yet. Add it with the value ${value}; it can take a while to become visible.`
  }
  const [first = '', ...others] = proof.map((pieces) => pieces.join('').trim())
  if ([first, ...others].some((text) => text.toLowerCase() === value)) return null
  return `The TXT record ${name} has another value, ${quote(first)}. Set it to ${value}.`
}

const LONGEST_QUOTE = 60

/** Anyone can publish this text, and it is shown in a terminal. */
function quote(text: string): string {
  const end = text.length > LONGEST_QUOTE ? '…' : ''
  return `“${text.slice(0, LONGEST_QUOTE).replace(/[^ -~]/g, '?')}${end}”`
}

/** Returns advice if the host's addresses are not the link host's, else null. No error: proxies have others. */
export function addressAdvice(
  { host, linkHost }: ClaimedDomain,
  { addresses, linkHostAddresses }: Omit<DomainDns, 'proof'>,
): string | null {
  if (addresses === null || linkHostAddresses === null || linkHostAddresses.length === 0)
    return null
  if (addresses.length === 0)
    return `The host has no address yet. Add a CNAME record from ${host} to ${linkHost}.`
  if (addresses.some((address) => linkHostAddresses.includes(address))) return null
  return `The host does not lead to ${linkHost}. Unless it is your own proxy, add a CNAME record from ${host} to ${linkHost}.`
}
