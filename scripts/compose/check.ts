// Checks a running docker-compose.dev.yml. check-compose.sh sets the project, the file and the port.
import { randomUUID } from 'node:crypto'

import { waitFor } from '@throughline/testkit/wait-for'
import { verifyStandardWebhook } from '../../packages/webhooks/src/standard-webhook.js'

import { expectApi, openOnPhone } from '../../apps/cli/src/rehearse/installation.js'
import { must } from '../../apps/cli/src/rehearse/must.js'
import { phoneWith, readLandingPage } from '../../apps/cli/src/rehearse/phone.js'
import { compose, startReceiver, step } from './compose.js'

interface Demo {
  project_id: string
  project_key: string
  link_host: string
  admin_token: string
}

async function readDemo(): Promise<Demo> {
  const text = await waitFor(() => compose('exec', '-T', 'api', 'cat', '/keys/demo.json'), {
    what: 'the demo project',
    timeoutMs: 120_000,
    everyMs: 1_000,
  })
  return JSON.parse(text) as Demo
}

async function describeInstallation() {
  const demo = await readDemo()
  const where = {
    publicUrl: `http://localhost:${demo.link_host.replace(/.*:/, '')}`,
    projectKey: demo.project_key,
    adminToken: demo.admin_token,
    linkHost: demo.link_host,
    retryBaseMs: null,
  }
  await waitFor(async () => (await fetch(`${where.publicUrl}/readyz`)).ok, {
    what: 'the API on its published port',
    timeoutMs: 60_000,
    everyMs: 500,
  })
  return where
}

const where = await describeInstallation()
step(`up: the demo project has its links at ${where.linkHost}`)

const hosts = await compose('exec', '-T', 'worker', 'cat', '/etc/hosts')
const gateway = /^(\S+)\s+host\.docker\.internal$/m.exec(hosts)?.[1] ?? ''
const receiver = await startReceiver(gateway)
const webhook = await expectApi<{ id: number; secret: string }>(where, {
  method: 'POST',
  path: '/api/webhooks',
  body: {
    url: `http://host.docker.internal:${receiver.port}/hook`,
    events: ['install_attributed'],
  },
  status: 201,
})
const link = await expectApi<{ code: string }>(where, {
  method: 'POST',
  path: '/api/links',
  body: {
    actual_url: 'https://example.com/',
    is_deeplink: true,
    android_package_name: 'com.example.app',
  },
  isApp: true,
  status: 201,
})
const { userAgent } = phoneWith('android')
const page = await openOnPhone(where, { path: `/${link.code}`, userAgent })
const installId = randomUUID()
const answer = await expectApi<{ matched: boolean }>(where, {
  method: 'POST',
  path: '/api/attribution/installs',
  body: {
    install_id: installId,
    platform: 'android',
    install_referrer: readLandingPage(page.text).referrer,
  },
  isApp: true,
  status: 200,
})
must(answer.matched, 'the click token decides')
step('a click and an install are matched')

await waitFor(() => receiver.received[0], { what: 'the delivery on the host', timeoutMs: 30_000 })
const verify = (index: number) => {
  const request = receiver.received[index]
  must(request !== undefined, `delivery ${index + 1} arrives`)
  verifyStandardWebhook(request.body, request.headers, webhook.secret)
}
verify(0)
step(`a receiver of the host gets the signed delivery at ${gateway}`)

await waitFor(async () => (await compose('logs', '--no-color', 'listen')).includes(installId), {
  what: 'the delivery in the log of listen',
  timeoutMs: 30_000,
  everyMs: 1_000,
})
step('listen prints the same delivery')

const explanation = await compose('run', '--rm', '-T', 'cli', 'explain', installId)
must(explanation.includes(link.code), 'explain names the link')
step('other commands run as the service cli')

await compose('down')
await compose('up', '--detach')
const again = await describeInstallation()
must(again.projectKey === where.projectKey, 'the demo project is kept')
await expectApi(again, { method: 'POST', path: `/api/webhooks/${webhook.id}/test`, status: 202 })
await waitFor(() => receiver.received[1], { what: 'a delivery after it', timeoutMs: 30_000 })
verify(1)
step('after down and up the keys are the same')
receiver.server.close()
