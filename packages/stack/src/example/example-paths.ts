import type { ServerResponse } from 'node:http'

import { errorText } from '../errors.js'
import { createOwnerServer, WEBHOOK_PATH, type OwnerFacts } from './owner-server.js'
import { followOnPhone, PHONE_PATH } from './phone-browser.js'
import type { AnswerOwnPath } from './serve-page.js'

/** The routes of the example app besides its files: short links as a phone sees them, and the owner's server. */
export function examplePaths(parts: {
  publicUrl: string
  /** The origin on this machine that serves the link hosts. */
  linkServerUrl: string
  projectKey: string
  adminToken: string | null
  exampleUrl: string
}): AnswerOwnPath {
  const { adminToken, exampleUrl } = parts
  const owner = adminToken === null ? null : createOwnerServer({ ...parts, adminToken }, exampleUrl)
  return (request, response) => {
    const { method, url = '' } = request
    if (method === 'GET' && url.startsWith(PHONE_PATH)) {
      respond(response, followOnPhone(parts, request, response))
    } else if (method === 'GET' && url === '/owner.json') {
      respond(response, sendFacts(response, owner?.describe() ?? WITHOUT_TOKEN))
    } else if (method === 'POST' && url === WEBHOOK_PATH && owner !== null) {
      owner.receive(request, response)
    } else {
      return false
    }
    return true
  }
}

async function sendFacts(
  response: ServerResponse,
  facts: OwnerFacts | Promise<OwnerFacts>,
): Promise<void> {
  const body = JSON.stringify(await facts)
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(200, headers).end(body)
}

function respond(response: ServerResponse, work: Promise<void>): void {
  work.catch((error: unknown) => {
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(`The API does not respond (${errorText(error)}). See the terminal of npm start.\n`)
  })
}

const WITHOUT_TOKEN: OwnerFacts = {
  adUrl: null,
  webhook: null,
  problems: [
    'The admin token of the demo project is not on this machine. Use a new data folder: THROUGHLINE_HOME=.throughline-new npm start',
  ],
  deliveries: [],
}
