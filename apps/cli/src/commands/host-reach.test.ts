import { describe, expect, it } from '@jest/globals'
import { parseAllowNets } from '@throughline/core/net/allow-nets'
import { createHostReach } from './host-reach.js'

const [PRIVATE, PUBLIC] = ['10.0.0.7', '93.184.215.14']

/** A reach with fixed DNS records. */
function reachOf(
  names: Record<string, string[]>,
  more: { nets?: string; publicUrl?: string } = {},
) {
  const { nets = '', publicUrl = 'https://api.acme.com' } = more
  const config = { publicUrl, linkBaseHost: 'links.acme.com', allowNets: parseAllowNets(nets) }
  const resolve = (host: string) => {
    const found = names[host]
    return found === undefined ? Promise.reject(new Error(host)) : Promise.resolve(found)
  }
  return createHostReach(config, { resolve })
}

describe('the addresses of a host', () => {
  it('are all of them for our own hosts', async () => {
    const reach = reachOf({ 'acme.links.acme.com': [PRIVATE], 'api.acme.com': [PRIVATE] })
    expect(await reach.addressesOf('acme.links.acme.com')).toEqual([PRIVATE])
    expect(await reach.addressesOf('api.acme.com')).toEqual([PRIVATE])
  })

  it('are loopback for names under localhost, whatever the resolver returns', async () => {
    const reach = createHostReach(
      { publicUrl: 'http://localhost:3000', linkBaseHost: 'localhost:3000', allowNets: [] },
      { resolve: (host) => Promise.reject(new Error(host)) },
    )
    expect(await reach.addressesOf('demo.localhost')).toEqual(['127.0.0.1', '::1'])
  })

  it('are only those that deliveries may reach, for hosts of customers', async () => {
    const names = { 'go.shop.com': [PRIVATE, PUBLIC], 'in.shop.com': [PRIVATE] }
    const reach = reachOf(names)
    expect(await reach.addressesOf('go.shop.com')).toEqual([PUBLIC])
    await expect(reach.addressesOf('in.shop.com')).rejects.toThrow(
      `it leads to ${PRIVATE}, which is not allowed`,
    )
    expect(await reachOf(names, { nets: '10.0.0.0/8' }).addressesOf('in.shop.com')).toEqual([
      PRIVATE,
    ])
  })

  it('include the address of PUBLIC_URL, for an installation in a private network', async () => {
    const names = { 'in.shop.com': [PRIVATE, '10.0.0.8'], 'api.acme.com': [PRIVATE] }
    expect(await reachOf(names).addressesOf('in.shop.com')).toEqual([PRIVATE])
  })

  it('exclude names that only end like one of our hosts', async () => {
    const reach = reachOf({ 'mylinks.acme.com': [PRIVATE] })
    await expect(reach.addressesOf('mylinks.acme.com')).rejects.toThrow('which is not allowed')
  })
})
