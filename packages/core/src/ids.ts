import { v7 } from 'uuid'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const PLAIN_DECIMAL = /^[1-9]\d{0,9}$/

/** The largest id that PostgreSQL's integer holds. */
const MAX_INTEGER_ID = 2_147_483_647

/** A new UUIDv7, lowercase; ids made later in one process sort later. */
export function newUuidV7(): string {
  return v7()
}

/** Whether the text has the shape of a UUID, of any version and either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * Reads an integer id out of a path (contract §2: all else is a missing record).
 *
 * @returns 1…2147483647, or null for anything but plain decimal digits in that range
 */
export function parseIntegerId(text: string): number | null {
  if (!PLAIN_DECIMAL.test(text)) return null
  const id = Number(text)
  return id <= MAX_INTEGER_ID ? id : null
}

/** The moment a UUIDv7 was made, to the millisecond. */
export function uuidV7Time(id: string): Date {
  if (!isUuid(id) || id[14] !== '7') throw new RangeError('not a UUIDv7')
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** The 16 bytes of a UUID. */
export function uuidBytes(id: string): Buffer {
  if (!isUuid(id)) throw new RangeError('not a UUID')
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The UUID, lowercase, that 16 bytes stand for. */
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
