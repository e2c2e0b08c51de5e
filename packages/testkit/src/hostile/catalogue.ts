import {
  failsButKeeps,
  flakyHalf,
  redirectsToCanary,
  resetAfterRequest,
} from './answer-receivers.js'
import type { HostileReceiverName, ReceiverSpec } from './receiver-spec.js'
import {
  expiredCertificate,
  refuses,
  selfSignedCertificate,
  silentAfterAccept,
  stallsInTls,
  wrongNameCertificate,
} from './connection-receivers.js'
import { earlyHintsThenAnswer, floodsEarlyHints } from './informational-receivers.js'
import { endlessBody, gzipBomb, hugeHeader } from './large-receivers.js'
import { answersJustInTime, answersJustTooLate, slowBody, slowHeaders } from './slow-receivers.js'

export const catalogue: Readonly<Record<HostileReceiverName, ReceiverSpec>> = {
  refuses,
  'silent-after-accept': silentAfterAccept,
  'stalls-in-tls': stallsInTls,
  'expired-certificate': expiredCertificate,
  'wrong-name-certificate': wrongNameCertificate,
  'self-signed-certificate': selfSignedCertificate,
  'slow-headers': slowHeaders,
  'slow-body': slowBody,
  'endless-body': endlessBody,
  'gzip-bomb': gzipBomb,
  'huge-header': hugeHeader,
  'floods-early-hints': floodsEarlyHints,
  'early-hints-then-answer': earlyHintsThenAnswer,
  'reset-after-request': resetAfterRequest,
  'redirects-to-canary': redirectsToCanary,
  'flaky-half': flakyHalf,
  'fails-but-keeps': failsButKeeps,
  'answers-just-in-time': answersJustInTime,
  'answers-just-too-late': answersJustTooLate,
}

/** Every receiver there is, in the order of the catalogue. */
// The keys of a Record over a union are that union.
export const hostileReceiverNames = Object.keys(catalogue) as readonly HostileReceiverName[]
