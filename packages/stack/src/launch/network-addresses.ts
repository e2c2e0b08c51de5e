import { networkInterfaces } from 'node:os'

import { StackError } from '../errors.js'
import type { StartArguments } from './arguments.js'

export interface NetworkAddresses {
  host: string
  publicUrl: string
  linkBaseHost: string
}

/** Returns the addresses for phones, or null without `--host`. @throws StackError if an option is wrong */
export function networkAddresses(
  { host, linkHost }: Pick<StartArguments, 'host' | 'linkHost'>,
  where: { port: number; env: Record<string, string>; own?: readonly OwnAddress[] },
): NetworkAddresses | null {
  if (host === undefined) {
    if (linkHost === undefined) return null
    throw new StackError(
      '--link-host needs --host. To change only the link hosts, set LINK_BASE_HOST.',
    )
  }
  const own = where.own ?? ownAddresses()
  if (!own.some(({ address }) => address === host)) {
    const list = own.map(({ address, name }) => `  ${address} (${name})`).join('\n')
    throw new StackError(
      `--host ${host}: this is not an IPv4 address of this machine. Its addresses are:\n${list}`,
    )
  }
  if (linkHost !== undefined && !HOST_NAME.test(linkHost)) {
    throw new StackError(
      `--link-host ${linkHost}: must be a host name such as dev.example.com, without scheme and port.`,
    )
  }
  const given = ['PUBLIC_URL', 'LINK_BASE_HOST'].filter((name) => where.env[name])
  if (given.length > 0) {
    throw new StackError(
      `--host sets PUBLIC_URL and LINK_BASE_HOST. Unset ${given.join(' and ')}, or omit --host.`,
    )
  }
  const suffix = where.port === 80 ? '' : `:${where.port}`
  const name = linkHost?.toLowerCase() ?? `${host.replaceAll('.', '-')}.sslip.io`
  return { host, publicUrl: `http://${host}${suffix}`, linkBaseHost: `${name}${suffix}` }
}

interface OwnAddress {
  address: string
  /** Of the interface. */
  name: string
}

/** Loopback last: `adb reverse` uses it, phones on the network do not. */
function ownAddresses(): OwnAddress[] {
  return Object.entries(networkInterfaces())
    .flatMap(([name, infos]) => (infos ?? []).map((info) => ({ ...info, name })))
    .filter(({ family }) => family === 'IPv4')
    .sort((a, b) => Number(a.internal) - Number(b.internal))
}

const HOST_NAME = /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
