import { spawnSync } from 'node:child_process'
import { verify as octokitVerify } from '@octokit/webhooks-methods'
import { Webhook } from 'standardwebhooks'

/** A request as it arrived, with the secret of its webhook. */
export type SignedRequest = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly secret: string
}

/** Another project's implementation: whether it accepts the request at the time of its time stamp. */
export type ThirdParty = {
  readonly name: string
  readonly isAvailable: boolean
  readonly accepts: (request: SignedRequest) => boolean | Promise<boolean>
}

/** Only Python's standard library, as in docs/guides/receive-webhooks.md. */
const pythonProgram = `
import base64, hashlib, hmac, json, sys
request = json.load(sys.stdin)
body = base64.b64decode(request["body"])
headers = request["headers"]
service = hmac.new(request["secret"].encode(), body, hashlib.sha256).hexdigest()
encoded = request["secret"].removeprefix("whsec_")
key = base64.b64decode(encoded + "=" * (-len(encoded) % 4))
signed = (headers["webhook-id"] + "." + headers["webhook-timestamp"] + ".").encode() + body
standard = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
service_ok = hmac.compare_digest(service, headers["x-service-signature"])
standard_ok = any(hmac.compare_digest(standard, s) for s in headers["webhook-signature"].split(" "))
print("ok" if service_ok and standard_ok else "refused")
`

export const thirdParties: readonly ThirdParty[] = [
  { name: 'standardwebhooks', isAvailable: true, accepts: standardWebhooksAccepts },
  { name: '@octokit/webhooks-methods', isAvailable: true, accepts: octokitAccepts },
  { name: 'openssl', isAvailable: isOnPath('openssl', ['version']), accepts: opensslAccepts },
  { name: 'python3', isAvailable: isOnPath('python3', ['--version']), accepts: pythonAccepts },
]

/** Whether a command exists on this machine; its tests are otherwise reported as skipped. */
export function isOnPath(command: string, versionArguments: readonly string[]): boolean {
  return spawnSync(command, versionArguments, { stdio: 'ignore' }).status === 0
}

/** Signs again and compares: the package's own verify() uses a clock that cannot be set. */
function standardWebhooksAccepts({ headers, body, secret }: SignedRequest): boolean {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
  const signature = new Webhook(secret).sign(headers['webhook-id'] ?? '', sentAt, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(signature)
}

function octokitAccepts({ headers, body, secret }: SignedRequest): Promise<boolean> {
  return octokitVerify(secret, body.toString(), `sha256=${headers['x-service-signature'] ?? ''}`)
}

function opensslAccepts({ headers, body, secret }: SignedRequest): boolean {
  const service = opensslHmac(Buffer.from(secret), body).toString('hex')
  const prefix = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const standard = opensslHmac(key, Buffer.concat([Buffer.from(prefix), body])).toString('base64')
  return (
    headers['x-service-signature'] === service &&
    (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${standard}`)
  )
}

function opensslHmac(key: Buffer, content: Buffer): Buffer {
  const keyOption = `hexkey:${key.toString('hex')}`
  const options = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', keyOption, '-binary']
  return run('openssl', options, content)
}

function pythonAccepts({ headers, body, secret }: SignedRequest): boolean {
  const input = JSON.stringify({ headers, body: body.toString('base64'), secret })
  return run('python3', ['-c', pythonProgram], input).toString().trim() === 'ok'
}

function run(command: string, options: readonly string[], input: string | Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync(command, options, { input })
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}: ${stderr.toString()}`)
  return stdout
}
