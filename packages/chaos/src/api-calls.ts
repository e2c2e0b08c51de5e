import { request } from 'undici'

export interface Owner {
  apiUrl: string
  projectKey: string
  adminToken: string
}

export interface Webhook {
  id: number
  secret: string
}

/** @throws Error unless the status is 2xx */
export async function callApi<Body>(
  owner: Owner,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  call: { path: string; body?: object },
): Promise<Body> {
  const answer = await request(`${owner.apiUrl}${call.path}`, {
    method,
    headers: {
      'x-project-key': owner.projectKey,
      authorization: `Bearer ${owner.adminToken}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${call.path} returned ${answer.statusCode}: ${text}`)
  return JSON.parse(text) as Body
}

export function makeWebhook(owner: Owner, url: string): Promise<Webhook> {
  const body = { url, events: ['install_attributed'] }
  return callApi(owner, 'POST', { path: '/api/webhooks', body })
}

/** Creates a deep link with an Android app. Its landing page contains a click token. */
export async function makeLink(owner: Owner): Promise<string> {
  const { code } = await callApi<{ code: string }>(owner, 'POST', {
    path: '/api/links',
    body: {
      actual_url: 'https://shop.example.com/sale?item=7',
      is_deeplink: true,
      android_package_name: 'com.example.shop',
      android_url: 'https://play.google.com/store/apps/details?id=com.example.shop',
    },
  })
  return code
}
