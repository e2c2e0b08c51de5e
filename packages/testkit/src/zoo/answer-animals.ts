import type { Species } from './animal.js'
import { startHttpsAnimal } from './https-animal.js'

/** Reads the whole request and resets the connection by TCP. */
export const resetAfterRequest: Species = {
  expected: { outcomes: ['reset'], statusCodes: [null], ends: 'early', getsRequest: true },
  start: ({ certificate }) =>
    startHttpsAnimal(certificate, ({ tcp }) => {
      tcp?.resetAndDestroy()
      return null
    }),
}

/** Asks for the same request, method and body, at an address where nobody may ever arrive. */
export const redirectsToCanary: Species = {
  expected: { outcomes: ['redirect'], statusCodes: [307], ends: 'early', getsRequest: true },
  start: ({ certificate, canaryUrl }) =>
    startHttpsAnimal(certificate, ({ response }) => {
      response.writeHead(307, { location: canaryUrl }).end()
      return 307
    }),
}

/**
 * 204 or 500, one half each. The seed and the attempt decide, not the order of arrival, so that a
 * run with many senders can be repeated.
 */
export const flakyHalf: Species = {
  expected: {
    outcomes: ['success', 'status'],
    statusCodes: [204, 500],
    ends: 'early',
    getsRequest: true,
  },
  start: ({ certificate, random }) =>
    startHttpsAnimal(certificate, ({ request: { webhookId, attempt }, n, response }) => {
      const name = webhookId === null ? n : `${webhookId}/${attempt ?? n}`
      const status = random.fork(name).chance(0.5) ? 204 : 500
      response.writeHead(status).end()
      return status
    }),
}

/** 500, and yet it has kept the event: the retries bring it what it has. */
export const failsButKeeps: Species = {
  expected: { outcomes: ['status'], statusCodes: [500], ends: 'early', getsRequest: true },
  start: ({ certificate }) =>
    startHttpsAnimal(certificate, ({ response }) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('kept')
      return 500
    }),
}
