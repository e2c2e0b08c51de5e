import got from 'got'

import { StackError } from '../errors.js'
import { isRecord } from '../private-file.js'
import { SHOP_PATH } from './serve-page.js'

export interface OwnerAccess {
  publicUrl: string
  projectKey: string
  adminToken: string
}

export interface DemoWebhook {
  id: number
  secret: string
}

/** Returns the URL of the example's ad, a deep link made by the first call. @throws StackError with the API's error */
export async function ensureAd(access: OwnerAccess, exampleUrl: string): Promise<string> {
  const link = {
    actual_url: `http://127.0.0.1:${new URL(exampleUrl).port}${SHOP_PATH}`,
    name: 'Ad of the example app',
    is_deeplink: true,
    android_package_name: 'com.example.shop',
    social_title: 'Trail shoes, 30% off',
    social_description: 'The summer sale of the example shop',
  }
  const path = `/api/links/${AD_CODE}`
  const found = await call(access, { method: 'GET', path, accepts: 404 })
  const record =
    found.status === 404
      ? await call(access, {
          method: 'POST',
          path: '/api/links',
          body: { ...link, code: AD_CODE, campaign_id: await ensureCampaign(access) },
        })
      : // The example may have been served on another port before.
        await call(access, { method: 'PUT', path, body: link })
  return String(record.body['short_url'])
}

async function ensureCampaign(access: OwnerAccess): Promise<unknown> {
  const path = '/api/campaigns'
  const search = `${path}?search=${encodeURIComponent(CAMPAIGN.name)}`
  const [earlier] = listOf(await call(access, { method: 'GET', path: search }))
  if (earlier !== undefined) return earlier['id']
  const { body } = await call(access, { method: 'POST', path, body: CAMPAIGN })
  return body['id']
}

function listOf({ body }: { body: Record<string, unknown> }): Record<string, unknown>[] {
  return Array.isArray(body['data']) ? body['data'].filter(isRecord) : []
}

/** Subscribes `url` to installs. An earlier webhook gets a new secret, because the API returns a secret only once. */
export async function ensureWebhook(access: OwnerAccess, url: string): Promise<DemoWebhook> {
  const webhooks = listOf(await call(access, { method: 'GET', path: '/api/webhooks?limit=100' }))
  const { pathname } = new URL(url)
  const earlier = webhooks.find((one) => isLocal(String(one['url']), pathname))
  const fields = { url, events: ['install_attributed'], is_active: true }
  if (earlier === undefined) {
    const made = await call(access, { method: 'POST', path: '/api/webhooks', body: fields })
    return { id: Number(made.body['id']), secret: String(made.body['secret']) }
  }
  const path = `/api/webhooks/${Number(earlier['id'])}`
  await call(access, { method: 'PUT', path, body: fields })
  const rotated = await call(access, { method: 'POST', path: `${path}/regenerate-secret` })
  return { id: Number(earlier['id']), secret: String(rotated.body['secret']) }
}

function isLocal(text: string, path: string): boolean {
  const { hostname, pathname } = new URL(text)
  return hostname === 'localhost' && pathname === path
}

async function call(
  { publicUrl, projectKey, adminToken }: OwnerAccess,
  what: { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown; accepts?: number },
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { method, path, accepts } = what
  const { statusCode, body, ok } = await got<unknown>(`${publicUrl}${path}`, {
    method,
    headers: { 'x-project-key': projectKey, authorization: `Bearer ${adminToken}` },
    json: what.body,
    responseType: 'json',
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 10_000 },
  })
  const record = isRecord(body) ? body : {}
  if (ok || statusCode === accepts) return { status: statusCode, body: record }
  throw new StackError(`${method} ${path}: ${statusCode} ${describe(record)}`)
}

function describe({ detail, errors }: Record<string, unknown>): string {
  const fields = isRecord(errors) ? JSON.stringify(errors) : ''
  return [detail, fields].filter((part) => typeof part === 'string' && part !== '').join(' ')
}

const AD_CODE = 'summer-sale'
const CAMPAIGN = {
  name: 'Summer sale',
  status: 'active',
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: 'summer-sale',
}
