import type { ReceiverSpec } from './receiver-spec.js'
import { startHttpsReceiver } from './https-receiver.js'

export const resetAfterRequest: ReceiverSpec = {
  expected: { outcomes: ['reset'], statusCodes: [null], ends: 'early', getsRequest: true },
  start: ({ certificate }) =>
    startHttpsReceiver(certificate, ({ tcp }) => {
      tcp?.resetAndDestroy()
      return null
    }),
}

/** Redirects the same method and body to an address that must never be requested. */
export const redirectsToCanary: ReceiverSpec = {
  expected: { outcomes: ['redirect'], statusCodes: [307], ends: 'early', getsRequest: true },
  start: ({ certificate, canaryUrl }) =>
    startHttpsReceiver(certificate, ({ response }) => {
      response.writeHead(307, { location: canaryUrl }).end()
      return 307
    }),
}

/** 204 or 500, by seed and attempt and not by the order of arrival, so that a run can be repeated. */
export const flakyHalf: ReceiverSpec = {
  expected: {
    outcomes: ['success', 'status'],
    statusCodes: [204, 500],
    ends: 'early',
    getsRequest: true,
  },
  start: ({ certificate, random }) =>
    startHttpsReceiver(certificate, ({ request: { webhookId, attempt }, n, response }) => {
      const name = webhookId === null ? n : `${webhookId}/${attempt ?? n}`
      const status = random.fork(name).chance(0.5) ? 204 : 500
      response.writeHead(status).end()
      return status
    }),
}

/** Returns 500 although it has stored the event, so that retries are duplicates. */
export const failsButKeeps: ReceiverSpec = {
  expected: { outcomes: ['status'], statusCodes: [500], ends: 'early', getsRequest: true },
  start: ({ certificate }) =>
    startHttpsReceiver(certificate, ({ response }) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('kept')
      return 500
    }),
}
