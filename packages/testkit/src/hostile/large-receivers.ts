import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ReceiverSpec } from './receiver-spec.js'
import { startHttpsReceiver } from './https-receiver.js'

const readInPart = {
  outcomes: ['success'],
  statusCodes: [200],
  ends: 'early',
  getsRequest: true,
} as const

/** 200 with an endless body, as fast as the sender reads. The worker reads 16 KiB of it. */
export const endlessBody: ReceiverSpec = {
  expected: readInPart,
  start: ({ certificate }) => {
    const chunk = Buffer.alloc(64 * 1024, 'c')
    return startHttpsReceiver(certificate, ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', pour)
      pour()
      return 200
    })
  },
}

const memberBytes = 4 * 1024 * 1024
const members = 256

/** A megabyte of gzip that inflates to a gigabyte. */
export const gzipBomb: ReceiverSpec = {
  expected: readInPart,
  start: ({ certificate }) => {
    // A gzip file may consist of many members, so one compressed member is repeated.
    const member = gzipSync(Buffer.alloc(memberBytes), { level: 9 })
    return startHttpsReceiver(certificate, ({ response }) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': member.length * members,
      })
      repeat(response, member, members)
      return 200
    })
  },
}

/** The inflated size of the `gzip-bomb` response: 1 GiB. */
export const gzipBombInflatedBytes = memberBytes * members

function repeat(response: ServerResponse, chunk: Buffer, times: number): void {
  let left = times
  const pour = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(chunk)) return
    }
    response.off('drain', pour)
    response.end()
  }
  response.on('drain', pour)
  pour()
}

export const hugeHeader: ReceiverSpec = {
  expected: {
    outcomes: ['too_large'],
    statusCodes: [null],
    ends: 'early',
    getsRequest: true,
  },
  start: ({ certificate }) => {
    const filler = 'd'.repeat(1024 * 1024)
    return startHttpsReceiver(certificate, ({ response }) => {
      response.writeHead(200, { 'x-filler': filler }).end()
      return 200
    })
  },
}
