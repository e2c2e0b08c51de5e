// Checks docker-compose.yml on a container engine. check-compose.sh sets the project, the files and the variables.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { isReady } from '@throughline/stack/is-ready'
import { waitFor } from '@throughline/testkit/wait-for'
import { verifyStandardWebhook } from '../../packages/webhooks/src/standard-webhook.js'

import {
  expectApi,
  openOnPhone,
  type Installation,
} from '../../apps/cli/src/rehearse/installation.js'
import { must } from '../../apps/cli/src/rehearse/must.js'
import { phoneWith, readLandingPage } from '../../apps/cli/src/rehearse/phone.js'
import { checkImages } from './check-images.js'
import { compose, inspect, run, startReceiver, step } from './compose.js'

const [caFile = '', publicUrl = ''] = process.argv.slice(2)
const RECEIVER = 'receiver.example'
const PASSWORD = 'a sentence of seven words for this'

const cli = async <Body>(...args: string[]) =>
  JSON.parse(await compose('run', '--rm', '-T', 'cli', ...args, '--json')) as Body
const idOf = async (service: string) => (await compose('ps', '--all', '-q', service)).trim()

const authority = await makeCertificateAuthority()
await writeFile(caFile, authority.certPem)
await compose('up', '--detach')
await waitFor(() => isReady(`${publicUrl}/readyz`), {
  what: 'the API on its published port',
  timeoutMs: 180_000,
  everyMs: 500,
})
step('up: migrated, and the API is ready')

for (const service of ['postgres', 'redis', 'api', 'worker']) {
  const id = await idOf(service)
  await waitFor(async () => (await inspect(id, '{{.State.Health.Status}}')) === 'healthy', {
    what: `${service} to be healthy`,
    timeoutMs: 90_000,
    everyMs: 500,
  })
  const hardened = await inspect(id, '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}')
  must(hardened === 'true [ALL]', `${service} is read-only and has no capabilities`)
}
for (const service of ['api', 'worker']) {
  const ids = await compose('exec', '-T', service, 'sh', '-c', 'id -u; ls /app')
  must(ids.startsWith('1000\n') && !ids.includes('node_modules'), `${service} runs as uid 1000`)
}
step('all services are healthy, read-only and without capabilities')

await checkImages({
  api: await inspect(await idOf('api'), '{{.Image}}'),
  worker: await inspect(await idOf('worker'), '{{.Image}}'),
  cli: await inspect(await idOf('migrate'), '{{.Image}}'),
})
step('each image has its version and its bill of materials')

const project = await cli<{
  project_id: string
  project_key: string
  link_host: string
  admin_token: string
}>('project', 'create', '--name', 'Acme', '--prefix', 'acme')
const user = await cli<{ url: string }>(
  'user',
  'create',
  '--email',
  'ada@example.com',
  '--name',
  'Ada',
  '--admin',
)
step('the command line creates a project and an administrator')

const panel = await fetch(`${publicUrl}/admin/`)
must(panel.ok && (await panel.text()).includes('<script'), 'the image contains the panel')
const signedIn = async (path: string, body: object, cookie = '') => {
  const headers = { 'x-throughline-panel': '1', 'content-type': 'application/json', cookie }
  const response = await fetch(`${publicUrl}/api/auth/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  must(response.ok, `${path} returns ${response.status}: ${await response.clone().text()}`)
  return response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
}
await signedIn('reset', { token: user.url.split('#')[1], new_password: PASSWORD })
const cookie = await signedIn('sign-in', { email: 'ada@example.com', password: PASSWORD })
const me = await fetch(`${publicUrl}/api/me`, { headers: { 'x-throughline-panel': '1', cookie } })
must(me.ok, 'the session is open')
step('the one-time link sets a password, which signs in to the panel')

const where: Installation = {
  publicUrl,
  projectKey: project.project_key,
  adminToken: project.admin_token,
  linkHost: project.link_host,
  retryBaseMs: null,
}
const hosts = await compose('exec', '-T', 'worker', 'cat', '/etc/hosts')
const gateway = new RegExp(`^(\\S+)\\s+${RECEIVER}$`, 'm').exec(hosts)?.[1] ?? ''
const { certPem: cert, keyPem: key } = await issueCertificate(authority, { hosts: [RECEIVER] })
const { received, server, port } = await startReceiver(gateway, { cert, key })
const webhook = await expectApi<{ secret: string }>(where, {
  method: 'POST',
  path: '/api/webhooks',
  status: 201,
  body: { url: `https://${RECEIVER}:${port}/hook`, events: ['install_attributed'] },
})
const link = await expectApi<{ code: string }>(where, {
  method: 'POST',
  path: '/api/links',
  status: 201,
  isApp: true,
  body: {
    actual_url: 'https://example.com/',
    is_deeplink: true,
    android_package_name: 'com.example.app',
  },
})

/** The body of a delivery has the click id of the ad network, so that is the install's id too. */
async function attribute(): Promise<string> {
  const installId = randomUUID()
  const page = await openOnPhone(where, {
    path: `/${link.code}?gclid=${installId}`,
    userAgent: phoneWith('android').userAgent,
  })
  const answer = await expectApi<{ matched: boolean }>(where, {
    method: 'POST',
    path: '/api/attribution/installs',
    status: 200,
    isApp: true,
    body: {
      install_id: installId,
      platform: 'android',
      install_referrer: readLandingPage(page.text).referrer,
    },
  })
  must(answer.matched, 'the click token decides')
  return installId
}
async function delivered(installId: string): Promise<void> {
  const { body, headers } = await waitFor(
    () => received.find((request) => request.body.includes(installId)),
    { what: 'the delivery on the host', timeoutMs: 60_000 },
  ).catch(async (error: unknown) => {
    process.stderr.write(await compose('run', '--rm', '-T', 'cli', 'explain', installId))
    throw error
  })
  verifyStandardWebhook(body, headers, webhook.secret)
}

await delivered(await attribute())
step(`a receiver gets the signed delivery over HTTPS at ${gateway}`)

await run('docker', ['kill', await idOf('worker')])
const installId = await attribute()
must(received.length === 1, 'nothing is delivered without a worker')
await compose('up', '--detach', 'worker')
await delivered(installId)
step('after docker kill and a new start of the worker, an install of the meantime is delivered')
server.close()

const ids = await Promise.all(['api', 'worker'].map(idOf))
await compose('stop')
for (const id of ids) must((await inspect(id, '{{.State.ExitCode}}')) === '0', 'exit code 0')
await compose('down')
step('down: the API and the worker exit with 0')
