import { failsButKeeps, flakyHalf, redirectsToCanary, resetAfterRequest } from './answer-animals.js'
import type { AnimalName, Species } from './animal.js'
import {
  expiredCertificate,
  selfSignedCertificate,
  wrongNameCertificate,
} from './certificate-animals.js'
import { earlyHintsThenAnswer, floodsEarlyHints } from './informational-animals.js'
import { endlessBody, gzipBomb, hugeHeader } from './large-animals.js'
import { answersJustInTime, answersJustTooLate, slowBody, slowHeaders } from './slow-animals.js'
import { refuses, silentAfterAccept, stallsInTls } from './tcp-animals.js'

export const catalogue: Readonly<Record<AnimalName, Species>> = {
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

/** Every animal there is, in the order of the catalogue. */
// The keys of a Record over a union are that union.
export const animalNames = Object.keys(catalogue) as readonly AnimalName[]
