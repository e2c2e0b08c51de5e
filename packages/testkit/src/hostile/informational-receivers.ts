import type { ReceiverSpec } from './receiver-spec.js'
import { startHttpsReceiver } from './https-receiver.js'

const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n'
const HINTS_BEFORE_ANSWER = 20_000

const rejected = {
  outcomes: ['too_large'],
  statusCodes: [null],
  ends: 'early',
  getsRequest: true,
} as const

/** Endless 103 responses, as fast as the sender reads, and no final response. */
export const floodsEarlyHints: ReceiverSpec = {
  expected: rejected,
  start: ({ certificate }) => {
    const chunk = Buffer.from(EARLY_HINTS.repeat(1_000))
    return startHttpsReceiver(certificate, ({ response: { socket } }) => {
      const pour = () => {
        while (socket?.destroyed === false && socket.write(chunk));
      }
      socket?.on('drain', pour)
      pour()
      return null
    })
  },
}

/** A megabyte of 103, and then 200. */
export const earlyHintsThenAnswer: ReceiverSpec = {
  expected: rejected,
  start: ({ certificate }) => {
    const flood = Buffer.from(EARLY_HINTS.repeat(HINTS_BEFORE_ANSWER))
    return startHttpsReceiver(certificate, ({ response }) => {
      response.socket?.write(flood)
      response.writeHead(200).end()
      return 200
    })
  },
}
