import { randomUUID } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const PLAIN_DECIMAL = /^[1-9]\d{0,9}$/

const MAX_INTEGER_ID = 2_147_483_647

let lastMs = 0
let timeText = ''
let counter = 0
/** RFC 9562, section 6.2, method 1: restarts each millisecond in its lower half. */
const MAX_COUNTER = 0xfff

/** A lowercase UUIDv7, ascending in one process. `randomUUID` keeps a pool: fresh random bytes cost ten times more. */
export function newUuidV7(): string {
  const random = randomUUID()
  const nowMs = Date.now()
  counter += 1
  if (nowMs > lastMs) setTime(nowMs, Number.parseInt(random.slice(0, 3), 16) >>> 1)
  // The counter overflows after 4,096 ids in one millisecond, or while the clock is behind after it was set back.
  else if (counter > MAX_COUNTER) setTime(lastMs + 1, 0)
  const sequence = (0x7000 + counter).toString(16)
  return `${timeText}-${sequence}-${random.slice(19)}`
}

function setTime(ms: number, startAt: number): void {
  lastMs = ms
  counter = startAt
  const hex = ms.toString(16).padStart(12, '0')
  timeText = `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Whether the text has the form of a UUID of any version, in any case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Parses an integer id from a path, 1…2147483647; null for anything else. */
export function parseIntegerId(text: string): number | null {
  if (!PLAIN_DECIMAL.test(text)) return null
  const id = Number(text)
  return id <= MAX_INTEGER_ID ? id : null
}

/** The creation time of a UUIDv7, to the millisecond. */
export function uuidV7Time(id: string): Date {
  if (!isUuid(id) || id[14] !== '7') throw new RangeError('not a UUIDv7')
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

export function uuidBytes(id: string): Buffer {
  if (!isUuid(id)) throw new RangeError('not a UUID')
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The lowercase UUID of 16 bytes. */
export function uuidFromBytes(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError('a UUID has 16 bytes')
  const hex = Buffer.from(bytes).toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
