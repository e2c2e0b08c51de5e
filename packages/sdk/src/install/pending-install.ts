import type { Client } from '../client.js'
import { codeOf, parseQuery, parseUrl } from '../links/parse-url.js'
import { askAdapter } from '../platform/ask-adapter.js'
import { newUuid } from '../platform/new-uuid.js'
import { getJson } from '../platform/store.js'
import { asObject, text, toWire, type Wire } from '../wire.js'

/** What the first start saw, stored until the service has given a definite answer: it cannot be seen twice. */
export interface PendingInstall {
  /** Of POST /api/attribution/installs. */
  readonly body: Wire
  /** A URL out of the clipboard, which the service gets only if its host is one of the project's. */
  readonly clipboardUrl: string | null
}

const PENDING = 'install'
const INSTALL_ID = 'install_id'
const MAX_REFERRER_LENGTH = 16_384
const MAX_CLIPBOARD_LENGTH = 4096

/** The stored one, else what the platform tells now; null where there is no install to tell of, as on a desktop. */
export async function readPendingInstall(client: Client): Promise<PendingInstall | null> {
  const { store } = client
  const stored = asObject(await getJson(store, PENDING))
  const body = asObject(stored?.['body'])
  if (stored !== null && body !== null) return { body, clipboardUrl: text(stored, 'clipboardUrl') }
  const pending = await lookAround(client)
  if (pending !== null) await store.set(PENDING, JSON.stringify(pending))
  return pending
}

/** Forgets what the first start saw. */
export function removePendingInstall({ store }: Client): Promise<void> {
  return store.remove(PENDING)
}

async function lookAround(client: Client): Promise<PendingInstall | null> {
  const facts = await deviceFacts(client)
  if (facts === null) return null
  const { installReferrer } = client.adapters
  const referrer = installReferrer
    ? await askAdapter(client, 'installReferrer', () => installReferrer.getInstallReferrer())
    : null
  const body = {
    install_id: await installId(client),
    ...facts,
    ...(referrer && { install_referrer: referrer.slice(0, MAX_REFERRER_LENGTH) }),
  }
  return { body, clipboardUrl: namesLink(referrer) ? null : await clipboardUrl(client) }
}

/** Platform and device as the service takes them; null without a device. */
export async function deviceFacts(client: Client): Promise<Wire | null> {
  const device = await client.device()
  if (device === null) return null
  const { platform, ...facts } = device
  return { platform, device: toWire(facts) }
}

/** Play gives every install a referrer; only the one of a link says which. Some phones hand it over still encoded. */
function namesLink(referrer: string | null): boolean {
  const { click_token: token, dyna_code: code } = parseQuery(referrer ?? '')
  return (
    token !== undefined || code !== undefined || /(click_token|dyna_code)%3D/i.test(referrer ?? '')
  )
}

/** What has the shape of a short link; anything else that a person copied is nobody's business. */
async function clipboardUrl(client: Client): Promise<string | null> {
  const { clipboard } = client.adapters
  if (clipboard === undefined) return null
  const copied = await askAdapter(client, 'clipboard', () => clipboard.getText())
  const url = copied?.trim() ?? ''
  const parsed = url.length <= MAX_CLIPBOARD_LENGTH ? parseUrl(url) : null
  const isLink = parsed !== null && /^https?$/.test(parsed.scheme) && codeOf(parsed.path) !== null
  return isLink ? url : null
}

/** Made once, and stored before the service hears of it. */
async function installId({ store, runtime }: Client): Promise<string> {
  const stored = await store.get(INSTALL_ID)
  if (stored !== null) return stored
  const made = newUuid(runtime)
  await store.set(INSTALL_ID, made)
  return made
}
