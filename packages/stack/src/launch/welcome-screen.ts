import type { StackConfig } from '../config.js'
import type { DemoProject } from './demo-project.js'

export type WelcomeFacts = Pick<
  StackConfig,
  'home' | 'host' | 'port' | 'publicUrl' | 'linkBaseHost' | 'workerPort' | 'redisUrl'
> & { demo: DemoProject | null; signInUrl: string | null }

/** Returns the text shown when everything runs. @param facts with the example app's URL, or null if it is not served */
export function welcomeScreen(
  facts: WelcomeFacts & { exampleUrl: string | null; phone: readonly string[] },
): string {
  const { demo, exampleUrl, phone } = facts
  const rows: [string, string][] = [
    ['API', facts.publicUrl],
    ['Panel', `${facts.publicUrl}/admin`],
    ['API docs', `${facts.publicUrl}/docs`],
    ['Link host', linkHostUrl(facts)],
    ...(exampleUrl === null ? [] : [['Example app', exampleUrl] as [string, string]]),
    ['Worker', `http://localhost:${facts.workerPort}/readyz`],
    ['Queue', queueLine(facts.redisUrl)],
    ['Data folder', facts.home],
  ]
  if (demo !== null) {
    rows.push(['Project id', demo.projectId])
    rows.push(['Project key', demo.projectKey])
    rows.push(['Admin token', demo.adminToken ?? newTokenHint(demo)])
  }
  const table = rows.map(([name, value]) => `  ${name.padEnd(13)}${value}`)
  const parts = ['', ...signInLines(facts), '  Throughline is running.', '', ...table]
  if (demo !== null) parts.push('', ...examples(facts.publicUrl, demo))
  if (exampleUrl !== null) parts.push('', ...PLAY, `  ${exampleUrl}`)
  if (phone.length > 0) parts.push('', ...phone)
  return [...parts, '', '  Ctrl-C stops everything.', ''].join('\n')
}

/** Printed first, so that it is easy to find. */
function signInLines({ signInUrl }: WelcomeFacts): string[] {
  if (signInUrl === null) return []
  return [`  Sign in (once, within 15 minutes): ${signInUrl}`, '']
}

function examples(publicUrl: string, demo: DemoProject): string[] {
  const key = `-H 'x-project-key: ${demo.projectKey}'`
  const token = `-H 'Authorization: Bearer ${demo.adminToken ?? 'TOKEN'}'`
  const json = `-H 'content-type: application/json'`
  const webhook = `{"url":"http://localhost:8080/hook","events":["install_attributed"]}`
  const link = `{"actual_url":"https://example.com/","is_deeplink":true}`
  return [
    '  # See a signed webhook, in another terminal; press t there to send a test delivery:',
    '  npm run -s cli -- listen',
    '',
    '  # Send webhooks to your own server on this machine:',
    `  curl -sS ${publicUrl}/api/webhooks ${key} ${token} ${json} -d '${webhook}'`,
    '',
    '  # Create a link:',
    `  curl -sS ${publicUrl}/api/links ${key} ${json} -d '${link}'`,
    '',
    '  # Play a click on that link and its install, which send a webhook:',
    '  npm run -s cli -- simulate --platform android --link CODE',
    '',
    '  # Watch installs become signed deliveries, including retries to a failing receiver:',
    '  npm run rehearse',
    '',
    '  # Put the SDK into your app (docs/guides/README.md), and open links on a phone:',
    '  npm run pack',
    '  npm start -- --help',
  ]
}

const PLAY = ['  # Follow an ad through an install in four clicks, in a browser:']

function linkHostUrl(facts: WelcomeFacts): string {
  const { protocol } = new URL(facts.publicUrl)
  const port = /:\d+$/.exec(facts.linkBaseHost)?.[0] ?? ''
  const host = facts.demo?.linkHost ?? `{prefix}.${facts.linkBaseHost}`
  return `${protocol}//${host.includes(':') ? host : `${host}${port}`}`
}

function queueLine(redisUrl: string | null): string {
  if (redisUrl !== null) return 'Redis'
  return 'PostgreSQL; for Redis: apt-get install redis-server / brew install redis, then REDIS_URL=redis://localhost:6379'
}

function newTokenHint(demo: DemoProject): string {
  return `shown only once; create another: npm run -s cli -- token create --project ${demo.projectId} --name demo`
}
