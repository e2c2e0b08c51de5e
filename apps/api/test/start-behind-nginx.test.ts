import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from '@jest/globals'
import { openDatabase } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import { freePort } from '@throughline/stack/ports'
import { startInstallation, type Installation } from '@throughline/testkit/installation'
import { waitFor } from '@throughline/testkit/wait-for'
import { sendRequest } from './send-request.js'
import { killSpawnedApis, spawnApi } from './spawn-api.js'
import { AGENTS } from './user-agents.js'

const hasNginx = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0
const folders: string[] = []
let nginx: ChildProcess | null = null
let installation: Installation | null = null
afterEach(async () => {
  if (nginx !== null) {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
  }
})
afterAll(async () => {
  await killSpawnedApis()
  await installation?.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-nginx-'))
  folders.push(folder)
  return folder
}

/** The configuration of docs/domains.md, on loopback and without privileges. */
async function startNginx(ports: string[]): Promise<string> {
  const folder = await makeFolder()
  const port = await freePort()
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=5s;`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
     events {}
     http {
       access_log off; ${paths.join(' ')}
       upstream throughline { ${servers.join(' ')} }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://throughline;
           proxy_set_header Host $host;
           proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
           proxy_connect_timeout 1s;
           proxy_next_upstream error timeout http_503;
           proxy_next_upstream_timeout 5s;
         }
       }
     }`,
  )
  nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  return `http://127.0.0.1:${port}`
}

// Without nginx this is reported as skipped. Get it with "apt-get install nginx-light" or "brew install nginx".
const itWithNginx = hasNginx ? it : it.skip

itWithNginx(
  'a known link is followed through nginx while PostgreSQL is stopped and APIs restart',
  async () => {
    installation = await startInstallation({ isScratch: true })
    const { postgres } = installation
    const database = openDatabase({ url: postgres.url, poolMax: 1, onIdleError: () => undefined })
    const project = await insertProject(database.prisma, { name: 'Acme', prefix: 'acme' })
    const data = { projectId: project.id, code: 'go', actualUrl: 'https://shop.example.com/' }
    await database.prisma.link.create({ data })
    const env = { DATABASE_URL: postgres.url, TRUST_PROXY: '1', SPOOL_DIR: await makeFolder() }
    const first = await spawnApi(env)
    // This API has never served the link and has no snapshot, so it responds 503 without the database.
    const second = await spawnApi({ ...env, SPOOL_DIR: await makeFolder() })
    for (const api of [first, second]) await api.untilStatus('/readyz/links', 200)
    const url = await startNginx([first.port, second.port])
    const follow = () =>
      sendRequest(`${url}/go`, 'GET', {
        host: 'acme.links.test',
        headers: { 'user-agent': AGENTS.desktop },
      })
    await waitFor(
      () =>
        follow()
          .then(({ status }) => status === 302)
          .catch(() => false),
      {
        what: 'nginx to answer',
      },
    )
    await first.get('/go', { host: 'acme.links.test', headers: { 'user-agent': AGENTS.desktop } })
    expect(await first.stop()).toBe(0)
    expect(await second.stop()).toBe(0)
    await database.close()
    await postgres.stop('clean')

    const again = await spawnApi({ ...env, PORT: first.port })
    const empty = await spawnApi({ ...env, PORT: second.port, SPOOL_DIR: await makeFolder() })
    await again.untilStatus('/readyz/links', 200)
    await empty.untilStatus('/readyz/links', 503)
    await again.untilStatus('/readyz', 503)
    const statuses: number[] = []
    for (let n = 0; n < 20; n += 1) statuses.push((await follow()).status)
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 302))

    await postgres.start()
    for (const api of [again, empty]) await api.untilStatus('/readyz', 200)
    const back = openDatabase({ url: postgres.url, poolMax: 1 })
    // 20 through nginx while PostgreSQL was stopped, and the earlier ones.
    await waitFor(async () => (await back.prisma.click.count()) >= 22, {
      what: 'the clicks to be in the table',
    })
    await back.close()
  },
  90_000,
)
