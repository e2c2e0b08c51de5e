import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { lockProject } from '@throughline/db/projects/projects'
import { startDnsServer, type DnsServer } from '@throughline/testkit/dns-server'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'

let dns: DnsServer
let api: TestApi
beforeAll(async () => {
  dns = await startDnsServer()
  api = await startTestApi({ overrides: { domainResolver: dns.resolver } })
})
afterAll(async () => {
  await api.close()
  await dns.close()
})

const PATH = '/api/project/domains'
const add = (host: unknown) => api.request('POST', PATH, { body: { host } })
const asOther = (method: string, path: string, body?: unknown) => {
  const { key, token } = api.otherProject
  return api.request(method, path, { key, token, body })
}
/** Adds the DNS record that proves a host for a project. */
const prove = (host: string, project = api.project) =>
  dns.txt.set(`_throughline.${host}`, [project.id])
const linkDomains = async () => (await api.sdk('GET', '/api/projects/link-domains')).body.data
const rows = (host: string) => api.database.prisma.domain.findMany({ where: { host } })
const audits = (host: string) =>
  api.database.prisma.auditEntry.findMany({
    where: { target: `domain:${host}` },
    orderBy: { id: 'asc' },
  })

/** The connections that wait for another one's lock. */
const waiting = () => api.database.prisma.$queryRaw<{ pid: number }[]>`
  SELECT pid FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock'`

describe('POST /api/project/domains', () => {
  it('stores a host and returns the record that proves it; until then it is neither listed nor served', async () => {
    const made = await add('Go.Pending.Example.')
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe(`${PATH}/go.pending.example`)
    expect(made.body).toEqual({
      id: expect.any(Number),
      host: 'go.pending.example',
      status: 'pending',
      checked_at: expect.stringMatching(/\.\d{6}Z$/),
      problem: expect.stringContaining('There is no TXT record _throughline.go.pending.example'),
      record: {
        type: 'TXT',
        name: '_throughline.go.pending.example',
        value: api.project.id,
      },
      created_at: expect.stringMatching(/\.\d{6}Z$/),
    })
    expect(await rows('go.pending.example')).toMatchObject([
      { projectId: api.project.id, provedAt: null },
    ])
    expect(await linkDomains()).toEqual([api.project.linkHost])
    const visit = await api.visit('GET', '/robots.txt', { host: 'go.pending.example' })
    expect(visit.status).toBe(404)
  })

  it('proves a host by its TXT record, lists it and serves it', async () => {
    dns.txt.set('_throughline.go.proved.example', ['something else', api.project.id.toUpperCase()])
    const made = await add('go.proved.example')
    expect([made.status, made.body.status]).toEqual([201, 'proved'])
    const [row] = await rows('go.proved.example')
    expect(row?.provedAt).toBeInstanceOf(Date)
    expect(await linkDomains()).toContain('go.proved.example')
    expect((await api.visit('GET', '/robots.txt', { host: 'go.proved.example:8443' })).status).toBe(
      200,
    )
    expect(await audits('go.proved.example')).toMatchObject([
      { action: 'domain.create', details: { is_proved: true }, projectId: api.project.id },
    ])
  })

  it('serves a host soon after its proof, and no longer after its removal', async () => {
    const host = 'soon.example'
    const status = async () => (await api.visit('GET', '/robots.txt', { host })).status
    expect(await status()).toBe(404)
    prove(host)
    await add(host)
    await waitFor(async () => (await status()) === 200, { what: 'the host to be served' })
    await api.request('DELETE', `${PATH}/${host}`)
    await waitFor(async () => (await status()) === 404, { what: 'the host to be removed' })
  })

  it('is the host of short URLs if the settings say so, until it is removed', async () => {
    const host = 'short.example'
    const setDefault = (name: string | null) =>
      api.request('PUT', '/api/project', { body: { default_link_host: name } })
    await add(host)
    const refused = await setDefault(host)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['default_link_host']])
    prove(host)
    await add(host)
    expect((await setDefault(host)).body).toMatchObject({ default_link_host: host })
    const link = { code: 'by-default', actual_url: 'https://acme.example/' }
    const made = await api.request('POST', '/api/links', { body: link })
    expect(made.body.short_url).toBe(`http://${host}/by-default`)
    expect(await linkDomains()).toContain(api.project.linkHost)
    await api.request('DELETE', `${PATH}/${host}`)
    const settings = await api.request('GET', '/api/project')
    expect(settings.body).toMatchObject({ default_link_host: null })
    const shown = await api.request('GET', '/api/links/by-default')
    expect(shown.body.short_url).toBe(`http://${api.project.linkHost}/by-default`)
  })

  it('checks again when it is posted again', async () => {
    const first = await add('again.example')
    dns.txt.set('_throughline.again.example', ['another value'])
    const second = await add('again.example')
    expect([second.status, second.body.id]).toEqual([200, first.body.id])
    expect(second.body.problem).toContain('has another value')
    prove('again.example')
    expect((await add('again.example')).body.status).toBe('proved')
    expect((await rows('again.example')).length).toBe(1)
    expect((await audits('again.example')).map(({ action }) => action)).toEqual([
      'domain.create',
      'domain.check',
      'domain.check',
    ])
  })

  it('keeps serving a proved host when its record is missing, but warns', async () => {
    prove('tidy.example')
    await add('tidy.example')
    dns.txt.delete('_throughline.tidy.example')
    const { body } = await add('tidy.example')
    expect([body.status, body.problem]).toEqual(['proved', expect.stringContaining('no TXT')])
  })

  it.each(['silent', 'failing'] as const)('reports that the DNS is %s', async (how) => {
    dns[how].add(`_throughline.${how}.example`)
    const made = await add(`${how}.example`)
    expect([made.status, made.body.status]).toEqual([201, 'pending'])
    expect(made.body.problem).toContain('did not respond')
  })

  it('finds the record behind an alias, among others of the same name', async () => {
    dns.cname.set('_throughline.alias.example', 'proofs.acme.example')
    dns.txt.set('proofs.acme.example', ['v=spf1 -all', ` ${api.project.id} `])
    expect((await add('alias.example')).body).toMatchObject({ status: 'proved' })
  })

  it('warns if a proved host resolves elsewhere, or not at all', async () => {
    dns.a.set(api.project.linkHost, ['192.0.2.1', '192.0.2.2'])
    for (const host of ['here.example', 'there.example', 'nowhere.example']) prove(host)
    dns.a.set('here.example', ['192.0.2.2'])
    dns.a.set('there.example', ['192.0.2.3'])
    expect((await add('here.example')).body).toMatchObject({ status: 'proved', problem: null })
    const there = (await add('there.example')).body
    expect(there).toMatchObject({
      status: 'proved',
      problem: expect.stringContaining(`does not lead to ${api.project.linkHost}`),
    })
    const nowhere = (await add('nowhere.example')).body
    expect(nowhere.problem).toContain(`from nowhere.example to ${api.project.linkHost}`)
    dns.a.delete(api.project.linkHost)
  })

  it('converts a name in any script to punycode', async () => {
    prove('xn--bcher-kva.example')
    const made = await add('Bücher.example')
    expect(made.body).toMatchObject({ host: 'xn--bcher-kva.example', status: 'proved' })
  })

  it.each([
    'links.test',
    'other.links.test',
    'LINKS.TEST.',
    '127.0.0.1',
    '[::1]',
    'localhost',
    'go.acme.com:443',
    'https://go.acme.com/',
    'go.acme.com/x',
    '*.acme.com',
    '',
    5,
    null,
    undefined,
  ])('rejects %p', async (host) => {
    const refused = await add(host)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['host']])
  })

  it('rejects the host of PUBLIC_URL and its subdomains', async () => {
    const named = await startTestApi({
      env: { PUBLIC_URL: 'https://api.service.example' },
      overrides: { domainResolver: dns.resolver },
    })
    try {
      for (const host of ['api.service.example', 'go.api.service.example']) {
        const refused = await named.request('POST', PATH, {
          host: 'api.service.example',
          body: { host },
        })
        expect([host, refused.status]).toEqual([host, 422])
      }
    } finally {
      await named.close()
    }
  })

  it('rejects a host that another project has proved, without naming it', async () => {
    prove('taken.example', api.otherProject)
    expect((await asOther('POST', PATH, { host: 'taken.example' })).status).toBe(201)
    dns.txt.set('_throughline.taken.example', [api.project.id, api.otherProject.id])
    const refused = await add('taken.example')
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    for (const told of [api.otherProject.id, api.otherProject.linkHost, api.otherProject.key])
      expect(refused.text).not.toContain(told)
    expect(await rows('taken.example')).toHaveLength(1)
  })

  it.each<[string, (name: string) => unknown]>([
    ['is silent', (name: string) => dns.silent.add(name)],
    ['fails', (name: string) => dns.failing.add(name)],
    ['has no record', (name: string) => dns.txt.delete(name)],
    ['has the record of neither', (name: string) => dns.txt.set(name, ['something else'])],
    ['has the holder’s record', () => undefined],
  ])('leaves a host to the project that has proved it where the DNS %s', async (what, change) => {
    const host = `${what.replace(/\W/g, '-')}.example`
    prove(host, api.otherProject)
    await asOther('POST', PATH, { host })
    change(`_throughline.${host}`)
    expect((await add(host)).status).toBe(409)
    expect(await rows(host)).toMatchObject([
      { projectId: api.otherProject.id, provedAt: expect.any(Date) },
    ])
  })

  it('transfers a host once the DNS names the new project, and no longer the old one', async () => {
    const host = 'sold.example'
    prove(host, api.otherProject)
    await asOther('POST', PATH, { host })
    await api.database.prisma.link.createMany({
      data: [api.project, api.otherProject].map(({ id, prefix }) => ({
        projectId: id,
        code: 'sold',
        actualUrl: `https://${prefix}.example/`,
      })),
    })
    await asOther('PUT', '/api/project', { default_link_host: host })
    const leadsTo = async () => (await api.visit('HEAD', '/sold', { host })).headers.location
    expect(await leadsTo()).toBe('https://other.example/')

    prove(host)
    const made = await add(host)
    expect([made.status, made.body.status]).toEqual([201, 'proved'])
    expect(await linkDomains()).toContain(host)
    await waitFor(async () => (await leadsTo()) === 'https://acme.example/', {
      what: 'the host to lead to the newcomer’s links',
    })
    const theirs = (await asOther('GET', PATH)).body.data as { host: string }[]
    expect(theirs.find((one) => one.host === host)).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining('names another project'),
    })
    const settings = await asOther('GET', '/api/project')
    expect(settings.body).toMatchObject({ default_link_host: null })
    expect((await audits(host)).map(({ projectId, action }) => [projectId, action])).toEqual([
      [api.otherProject.id, 'domain.create'],
      [api.otherProject.id, 'domain.lose'],
      [api.project.id, 'domain.create'],
    ])
    expect((await asOther('POST', PATH, { host })).status).toBe(409)
  })

  it('gives a host that two projects wait for to the first that proves it', async () => {
    await add('both.example')
    await asOther('POST', PATH, { host: 'both.example' })
    dns.txt.set('_throughline.both.example', [api.project.id, api.otherProject.id])
    const answers = await Promise.all([
      add('both.example'),
      asOther('POST', PATH, { host: 'both.example' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const proved = (await rows('both.example')).filter(({ provedAt }) => provedAt !== null)
    expect(proved).toHaveLength(1)
  })

  it('allows a hundred hosts', async () => {
    const { prisma } = api.database
    const { id: projectId } = api.otherProject
    await prisma.domain.createMany({
      data: Array.from({ length: 100 }, (_, n) => ({
        projectId,
        host: `h${n}.example`,
        provedAt: new Date(),
      })),
    })
    expect((await asOther('POST', PATH, { host: 'more.example' })).status).toBe(409)
    expect((await asOther('POST', PATH, { host: 'h7.example' })).status).toBe(200)
    await prisma.domain.deleteMany({ where: { projectId, host: { startsWith: 'h' } } })
  })
})

describe('pending claims', () => {
  it('are limited to twenty a project; proved hosts do not count, and existing ones stay', async () => {
    const { prisma } = api.database
    const { id: projectId } = api.otherProject
    const count = () => prisma.domain.count({ where: { projectId, provedAt: null } })
    await prisma.domain.deleteMany({ where: { projectId } })
    await prisma.domain.createMany({
      data: Array.from({ length: 19 }, (_, n) => ({ projectId, host: `c${n}.example` })),
    })
    const claim = (host: string) => asOther('POST', PATH, { host })
    const both = await Promise.all([claim('c19.example'), claim('c20.example')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = await claim('c21.example')
    expect([refused.status, refused.body.code]).toEqual([409, 'domain_claim_limit_reached'])
    expect(await count()).toBe(20)
    expect((await claim('c3.example')).status).toBe(200)
    prove('proved-at-once.example', api.otherProject)
    expect((await claim('proved-at-once.example')).status).toBe(201)
    prove('c3.example', api.otherProject)
    expect((await claim('c3.example')).body.status).toBe('proved')
    expect((await claim('c21.example')).status).toBe(201)
    expect((await add('elsewhere.example')).status).toBe(201)
    await prisma.domain.deleteMany({ where: { projectId } })
  })
})

describe('GET /api/project/domains', () => {
  it('lists the project’s own hosts, newest first', async () => {
    const { body } = await api.request('GET', `${PATH}?limit=2`)
    const hosts = await api.database.prisma.domain.findMany({
      where: { projectId: api.project.id },
      orderBy: { id: 'desc' },
    })
    const listed = body.data as { host: string }[]
    expect(listed.map(({ host }) => host)).toEqual(hosts.slice(0, 2).map(({ host }) => host))
    const next = await api.request('GET', `${PATH}?limit=100&cursor=${body.next_cursor}`)
    expect(next.body.data).toHaveLength(hosts.length - 2)
    expect(next.body.next_cursor).toBeNull()
  })
})

describe('DELETE /api/project/domains/{host}', () => {
  it('removes a host, in any spelling, so that another project may have it', async () => {
    prove('leaves.example')
    const { id } = (await add('leaves.example')).body
    const deleted = await api.request('DELETE', `${PATH}/LEAVES.example`)
    expect([deleted.status, deleted.body]).toEqual([200, { id, deleted: true }])
    expect(await rows('leaves.example')).toEqual([])
    expect(await linkDomains()).not.toContain('leaves.example')
    expect((await audits('leaves.example')).at(-1)).toMatchObject({ action: 'domain.delete' })
    expect((await api.request('DELETE', `${PATH}/leaves.example`)).status).toBe(404)
    prove('leaves.example', api.otherProject)
    expect((await asOther('POST', PATH, { host: 'leaves.example' })).body.status).toBe('proved')
  })

  it('removes a host once when two requests do it at the same time', async () => {
    const { prisma } = api.database
    await add('twice.example')
    const remove = () => api.request('DELETE', `${PATH}/twice.example`)
    const begun = await prisma.$transaction(
      async (holding) => {
        await holding.$queryRaw`SELECT 1 FROM domains WHERE host = 'twice.example' FOR UPDATE`
        const answers = Promise.all([remove(), remove()])
        await waitFor(async () => (await waiting()).length === 2, { what: 'both to have begun' })
        return { answers }
      },
      { timeout: 30_000 },
    )
    const statuses = (await begun.answers).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 404])
    expect(await rows('twice.example')).toEqual([])
  })

  it('waits for a check that is being stored', async () => {
    const { prisma } = api.database
    await add('looked-at.example')
    const begun = await prisma.$transaction(
      async (holding) => {
        await lockProject(holding, api.project.id)
        const deleted = api.request('DELETE', `${PATH}/looked-at.example`)
        await waitFor(async () => (await waiting()).length === 1, { what: 'the call to wait' })
        expect(await rows('looked-at.example')).toHaveLength(1)
        return { deleted }
      },
      { timeout: 30_000 },
    )
    expect((await begun.deleted).status).toBe(200)
    expect(await rows('looked-at.example')).toEqual([])
  })

  it('does not remove another project’s host', async () => {
    prove('kept.example')
    await add('kept.example')
    expect((await asOther('DELETE', `${PATH}/kept.example`)).status).toBe(404)
    expect(await rows('kept.example')).toHaveLength(1)
  })
})

describe('GET /tls-ask', () => {
  const ask = async (query: string) =>
    (await api.request('GET', `/tls-ask${query}`, { key: null, token: null })).status

  it('accepts our own hosts, in any spelling', async () => {
    prove('tls.example')
    await add('tls.example')
    const hosts = ['127.0.0.1', api.project.linkHost, 'ACME.links.test.', 'tls.example']
    for (const host of hosts) expect([host, await ask(`?domain=${host}`)]).toEqual([host, 200])
  })

  it('rejects all others', async () => {
    await add('unproved.example')
    const hosts = ['unproved.example', 'nobody.links.test', 'links.test', 'a.acme.links.test']
    for (const host of [...hosts, 'example.com', '', '%00', 'x'.repeat(5_000), "'"])
      expect([host, await ask(`?domain=${host}`)]).toEqual([host, 404])
    expect(await ask('')).toBe(404)
    expect(await ask('?domain=acme.links.test&domain=x')).toBe(404)
  })

  it('does not exist on a link host', async () => {
    const visit = await api.visit('GET', `/tls-ask?domain=${api.project.linkHost}`)
    expect(visit.status).toBe(404)
  })

  it('accepts only served hosts while the database is unavailable, without errors in the log', async () => {
    const proxies: FaultProxy[] = []
    const away = await startTestApi({
      reachDatabaseBy: async (url) => {
        const proxy = await startFaultProxy(url)
        proxies.push(proxy)
        return proxy.url
      },
    })
    const askOf = async (host: string) => {
      const { status, headers } = await away.request('GET', `/tls-ask?domain=${host}`)
      return [status, headers['retry-after']]
    }
    try {
      await away.visit('GET', '/robots.txt')
      for (const proxy of proxies) await proxy.cut()
      expect(await askOf(away.project.linkHost)).toEqual([200, undefined])
      expect(await askOf(away.otherProject.linkHost)).toEqual([503, '2'])
      for (const line of away.logs.lines()) expect(line).not.toMatchObject({ level: 50 })
    } finally {
      await away.close()
      for (const proxy of proxies) await proxy.close()
    }
  })
})
