import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { freePort } from '@throughline/stack/ports'
import { issueCertificate, makeCertificateAuthority } from './certificates.js'
import { envWith } from './test-env.js'
import { readShippedFile, type Substitution } from './shipped-file.js'
import { waitFor } from './wait-for.js'

/** The proxies of `deploy/fronts`, and the Caddy of the Kubernetes example. */
export const FRONTS = ['nginx', 'haproxy', 'caddy', 'caddy-in-kubernetes'] as const
export type FrontName = (typeof FRONTS)[number]

export interface FrontOptions {
  apiPorts: readonly [number, number]
  linkBaseHost: string
  /** A custom domain, for proxies that need its certificate in advance. */
  customHost: string
}

export interface Front {
  port: number
  httpPort: number
  /** The authority of its certificates. */
  caPem: string
  stop: () => Promise<void>
}

/** The host of PUBLIC_URL. Caddy must resolve it. */
export const FRONT_API_HOST = 'localhost'

interface Place extends FrontOptions {
  folder: string
  port: number
  httpPort: number
}

/** Returns the command, and the file of the authority. */
type Prepare = (place: Place) => Promise<{ command: string[]; caFile: string }>

const PREPARE: Record<FrontName, Prepare> = {
  nginx: prepareNginx,
  haproxy: prepareHaproxy,
  caddy: (place) => prepareCaddy(place, readCaddyfile),
  'caddy-in-kubernetes': (place) => prepareCaddy(place, readCaddyOfKubernetes),
}

/** Whether its program is on PATH: Debian's packages `nginx-light`, `haproxy` and `caddy` have them. */
export function hasFront(name: FrontName): boolean {
  const [program = ''] = name.split('-')
  const flag = program === 'caddy' ? 'version' : '-v'
  return spawnSync(program, [flag], { stdio: 'ignore' }).status === 0
}

/** Starts a proxy with its shipped file, in which hosts, ports and certificates are replaced. */
export async function startFront(name: FrontName, options: FrontOptions): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), `throughline-${name}-`))
  const [port, httpPort] = [await freePort(), await freePort()]
  const { command, caFile } = await PREPARE[name]({ ...options, folder, port, httpPort })
  const [program = '', ...args] = command
  // Caddy reads its own authority here, because it calls /tls-ask through itself.
  const env = envWith({ HOME: folder, XDG_DATA_HOME: folder, SSL_CERT_FILE: caFile })
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const caPem = await Promise.race([
      waitFor(() => readAuthority(caFile, port), { what: `${name} to listen`, timeoutMs: 10_000 }),
      ended.then(() => Promise.reject(new Error(`${name} ended`))),
    ])
    return { port, httpPort, caPem, stop }
  } catch (error) {
    await stop()
    throw new Error(output, { cause: error })
  }
}

/** @throws Error while there is no certificate for the API's host */
async function readAuthority(caFile: string, port: number): Promise<string> {
  const ca = await readFile(caFile, 'utf8')
  const socket = connectTls({ host: '127.0.0.1', port, servername: FRONT_API_HOST, ca })
  try {
    await once(socket, 'secureConnect')
  } finally {
    socket.destroy()
  }
  return ca
}

const apisOf = ({ apiPorts: [first, second] }: Place): Substitution[] => [
  [/10\.0\.0\.11:3000/g, `127.0.0.1:${first}`],
  [/10\.0\.0\.12:3000/g, `127.0.0.1:${second}`],
]

/** Writes certificates for the hosts of the installation and for the custom domain, and their authority. */
async function writeCertificates({ folder, linkBaseHost, customHost }: Place) {
  const authority = await makeCertificateAuthority()
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.certPem)
  const write = async (name: string, hosts: string[]) => {
    const { certPem, keyPem } = await issueCertificate(authority, { hosts })
    const live = join(folder, 'live', name)
    await mkdir(live, { recursive: true })
    await writeFile(join(live, 'fullchain.pem'), certPem)
    await writeFile(join(live, 'privkey.pem'), keyPem)
    await mkdir(join(folder, 'certs'), { recursive: true })
    await writeFile(join(folder, 'certs', `${name}.pem`), `${certPem}\n${keyPem}`)
  }
  await write('acme.example', [FRONT_API_HOST, `*.${linkBaseHost}`])
  await write(customHost, [customHost])
  return caFile
}

async function prepareNginx(place: Place) {
  const { folder, port, httpPort, linkBaseHost, customHost } = place
  const caFile = await writeCertificates(place)
  const at = (name: string) => join(folder, name)
  await writeFile(
    at('throughline-proxy.conf'),
    await readShippedFile('deploy/fronts/throughline-proxy.conf', []),
  )
  await writeFile(
    at('throughline.conf'),
    await readShippedFile('deploy/fronts/nginx.conf', [
      ...apisOf(place),
      [/listen 80 /g, `listen 127.0.0.1:${httpPort} `],
      [/listen 443 /g, `listen 127.0.0.1:${port} `],
      [/api\.acme\.example \*\.links\.acme\.example/g, `${FRONT_API_HOST} *.${linkBaseHost}`],
      [/go\.shop\.example/g, customHost],
      [/\/etc\/letsencrypt\/live/g, at('live')],
      [/\/etc\/nginx\/throughline-proxy\.conf/g, at('throughline-proxy.conf')],
      [/\/var\/www\/acme/g, at('acme')],
    ]),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${at(name)};`)
    .join(' ')
  await writeFile(
    at('nginx.conf'),
    `daemon off; master_process off; pid ${at('pid')}; error_log stderr; events {}
     http { access_log off; ${temporary} include ${at('throughline.conf')}; }`,
  )
  return { command: ['nginx', '-p', folder, '-c', at('nginx.conf')], caFile }
}

async function prepareHaproxy(place: Place) {
  const { folder, port, httpPort } = place
  const caFile = await writeCertificates(place)
  const file = join(folder, 'haproxy.cfg')
  const text = await readShippedFile('deploy/fronts/haproxy.cfg', [
    ...apisOf(place),
    [/bind :80$/m, `bind 127.0.0.1:${httpPort}`],
    [/bind :443 /, `bind 127.0.0.1:${port} `],
    [/\/etc\/haproxy\/certs/g, join(folder, 'certs')],
    [/127\.0\.0\.1:8888/, `127.0.0.1:${place.apiPorts[0]}`],
    [/\tuser haproxy\n\tgroup haproxy\n/, ''],
  ])
  await writeFile(file, text)
  return { command: ['haproxy', '-db', '-f', file], caFile }
}

async function prepareCaddy(place: Place, read: (place: Place) => Promise<string>) {
  const file = join(place.folder, 'Caddyfile')
  await writeFile(file, await read(place))
  const caFile = join(place.folder, 'storage', 'pki', 'authorities', 'local', 'root.crt')
  return { command: ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], caFile }
}

/** Caddy's own authority issues the certificates. */
const caddyOptions = ({ folder, port, httpPort }: Place) => `{
  admin off
  local_certs
  skip_install_trust
  default_bind 127.0.0.1
  http_port ${httpPort}
  https_port ${port}
  storage file_system ${join(folder, 'storage')}
`

const caddyHosts = ({ port }: Place): Substitution[] => [
  [/https:\/\/api\.acme\.example(:8443)?\/tls-ask/, `https://${FRONT_API_HOST}:${port}/tls-ask`],
  [/^api\.acme\.example \{/m, `${FRONT_API_HOST} {`],
]

function readCaddyfile(place: Place): Promise<string> {
  return readShippedFile('deploy/fronts/Caddyfile', [
    ...apisOf(place),
    ...caddyHosts(place),
    [/^\{\n/m, caddyOptions(place)],
  ])
}

async function readCaddyOfKubernetes(place: Place): Promise<string> {
  const manifest = await readShippedFile('deploy/kubernetes/examples/caddy.yaml', [
    // One address: the Service.
    [/throughline-api:80/g, `127.0.0.1:${place.apiPorts[0]}`],
    [/^ {4}(?=api\.acme)/gm, ''],
    ...caddyHosts(place),
    [/ {4}\{\n\s+admin off\n\s+http_port 8080\n\s+https_port 8443\n/, caddyOptions(place)],
  ])
  return /Caddyfile: \|\n([^]*?)^---$/m.exec(manifest)?.[1] ?? ''
}
