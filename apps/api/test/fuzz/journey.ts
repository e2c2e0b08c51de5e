import { randomUUID } from 'node:crypto'
import { CLICK_ID_NAMES } from '@throughline/core/links/click-ids'
import type { Random } from '@throughline/testkit/seeded-random'
import type { TestResponse } from '../send-request.js'
import { AGENTS } from '../user-agents.js'
import { leaksOf } from './check-answer.js'
import { get } from './keep-records.js'
import { draw, findRoute } from './plan-request.js'
import { requireNone, sendCounted, sendPlanned, type Session } from './session.js'
import { addId, idsOf, learn, pickId, type Fields, type Tenant } from './tenant.js'
import { text } from './texts.js'

const INSTALLS = findRoute('POST /api/attribution/installs')
const HOSTILE_QUERIES = [
  '%00=%00&gclid=%00',
  'utm_source=%ED%A0%80&gclid=%ff',
  'gclid=%',
  'x=%0d%0aSet-Cookie:%20a=1',
  'a&&&==&=b',
  `gclid=${'x'.repeat(4_000)}`,
  'click_token=x.y&dyna_code=..',
  '?#x',
  "q='%22%3E%3Cscript%3E",
]
const HOSTILE_HEADERS: readonly Record<string, string>[] = [
  { referer: 'https://[', 'accept-language': ';;q=,*' },
  { referer: '\u00e4\u00ff', 'x-forwarded-for': '1.2.3.4.5' },
  { 'sec-fetch-dest': 'image', 'sec-gpc': '1' },
  { purpose: 'prefetch' },
  { 'sec-ch-ua-platform': '"', 'sec-ch-ua-mobile': '?2' },
  { 'accept-encoding': 'br;q=x', range: 'bytes=-1' },
  {},
]

interface Visit {
  session: Session
  tenant: Tenant
  random: Random
  host: string
  address: string
}

/** A person clicks a link, mostly with click ids, installs and opens the app. All values must arrive unchanged. */
export async function runJourney(session: Session, tenant: Tenant, random: Random): Promise<void> {
  const code = pickId(idsOf(tenant, 'links'), random)
  if (code === null) return
  const domain = pickId(idsOf(tenant, 'domains'), random)
  const visit = {
    session,
    tenant,
    random,
    host: domain !== null && random.chance(0.2) ? domain : tenant.project.linkHost,
    address: `203.0.${random.integer(0, 255)}.${random.integer(1, 254)}`,
  }
  if (random.chance(0.3)) return visitAsNobody(visit, code)
  const clickIds = Object.fromEntries(
    CLICK_ID_NAMES.filter(() => random.chance(0.4)).map((name) => [
      name,
      String(draw(tenant, text(1, 512), random)),
    ]),
  )
  const query = Object.entries({ ...clickIds, utm_term: 'clicked' })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const agent = random.pick([AGENTS.android, AGENTS.android, AGENTS.iphone])
  const page = await open(visit, `/${code}?${query}`, { 'user-agent': agent })
  await reportVisit(visit, page, agent)
  const token = /click_token(?:%3D|=)([\w.-]+)/i.exec(page.text)?.[1]
  if (token !== undefined) await install(visit, token, clickIds)
}

/** Requests that no browser sends: other methods, broken escapes, unusual headers. */
async function visitAsNobody(visit: Visit, code: string): Promise<void> {
  const { random } = visit
  const path = random.pick([`/${code}`, `/${code}/`, `/${code}%00`, `//${code}`, '/robots.txt'])
  const agent = random.pick(Object.values(AGENTS))
  await open(
    visit,
    `${path}?${random.pick(HOSTILE_QUERIES)}`,
    { 'user-agent': agent, ...random.pick(HOSTILE_HEADERS) },
    random.pick(['GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']),
  )
}

async function open(
  { session, tenant, host, address }: Visit,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<TestResponse> {
  const options = { host, headers: { 'x-forwarded-for': address, ...headers } }
  const answer = await sendCounted(session, { method, path, options })
  requireHarmless(session, tenant, answer)
  return answer
}

/** Checks for internal errors, texts of another tenant, and owners' texts that a browser would parse as markup. */
function requireHarmless(session: Session, tenant: Tenant, answer: TestResponse): void {
  const faults = leaksOf(tenant, answer, session.owners).map(
    (leak) => `shows another tenant's ${leak}`,
  )
  if (answer.status >= 500) faults.push(`the link host answered ${answer.status}`)
  const isPage = String(answer.headers['content-type']).startsWith('text/html')
  if (isPage && /<b>|<\/script><script>|"><script/i.test(answer.text))
    faults.push('the page has markup of an owner')
  requireNone(session, { tenant, mutation: 'link host', route: INSTALLS }, answer, faults)
}

async function reportVisit(visit: Visit, page: TestResponse, agent: string): Promise<void> {
  const { session, tenant, random, host, address } = visit
  const token = /data-token="([^"]+)"/.exec(page.text)?.[1]
  if (token === undefined || random.chance(0.3)) return
  const answer = await sendCounted(session, {
    method: 'POST',
    path: '/api/visits',
    options: {
      host,
      headers: { 'user-agent': agent, 'x-forwarded-for': address },
      body: {
        token,
        screen_width: random.integer(0, 1_000),
        screen_height: 840,
        languages: [String(draw(tenant, text(1, 30), random)).slice(0, 35)],
        time_zone: random.pick(['Europe/Berlin', 'x\u0000', '\u{1F600}']),
        visitor_id: randomUUID(),
      },
    },
  })
  requireHarmless(session, tenant, answer)
}

async function install(visit: Visit, token: string, clickIds: Fields): Promise<void> {
  const { session, tenant, address } = visit
  const body = {
    install_id: randomUUID(),
    platform: 'android',
    install_referrer: `click_token=${token}`,
    fingerprint: `${address}-Android-14-390x840`,
    consent: true,
  }
  const planned = {
    tenant,
    route: INSTALLS,
    method: 'POST',
    path: INSTALLS.path,
    query: '',
    key: tenant.project.key,
    token: null,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    rawBody: JSON.stringify(body),
    body,
    id: null,
    mutation: null,
    expected: null,
  }
  const answer = await sendPlanned(session, planned)
  learn(tenant, INSTALLS, answer)
  if (answer.body?.match_type !== 'referrer') return
  const payload = answer.body.attribution as Fields
  const lost = Object.keys(payload).filter(
    (name) =>
      CLICK_ID_NAMES.some((one) => one === name) && payload[name] !== (clickIds[name] ?? null),
  )
  requireNone(
    session,
    planned,
    answer,
    lost.map((name) => `${name}: clicked with ${JSON.stringify(clickIds[name])}`),
  )
  await findDelivery(visit, payload)
}

/** Webhooks must get the same payload as the app. */
async function findDelivery({ session, tenant, random }: Visit, payload: Fields): Promise<void> {
  const webhook = pickId(idsOf(tenant, 'webhooks'), random)
  const path = '/api/webhooks/:id/deliveries'
  if (webhook === null) return
  const to = `/api/webhooks/${webhook}/deliveries`
  const listed = await get(session, tenant, { path, to, query: 'limit=1', expected: [200] })
  const [latest] = (listed.body as { data: Fields[] }).data
  if (latest === undefined) return
  addId(tenant, 'deliveries', latest['id'])
  const attributions = await get(session, tenant, {
    path: '/api/attributions',
    to: '/api/attributions',
    query: 'limit=1',
    expected: [200],
  })
  const newest = (attributions.body as { data: Fields[] }).data[0]
  if (newest !== undefined) addId(tenant, 'attributions', newest['id'])
  const about = { tenant, route: INSTALLS, mutation: null }
  const isSame = JSON.stringify(newest?.['payload']) === JSON.stringify(payload)
  requireNone(session, about, attributions, isSame ? [] : ['the attribution has another payload'])
}
