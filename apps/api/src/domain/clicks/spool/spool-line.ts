import { crc32 } from 'node:zlib'
import type { NewClick } from '@throughline/db/clicks/clicks'

/** Formats a click as a line: checksum, space, JSON. Bytes and times are separate, because JSON has neither. */
export function toSpoolLine(click: NewClick): string {
  const bytes: Record<string, string> = {}
  const times: Record<string, string> = {}
  // The previous release may drain the folder during a rolling update and needs every field that it wrote.
  const plain: Record<string, unknown> = { ipHash: null }
  for (const [name, value] of Object.entries(click as unknown as Record<string, unknown>)) {
    if (value instanceof Uint8Array) bytes[name] = Buffer.from(value).toString('base64')
    else if (value instanceof Date) times[name] = value.toISOString()
    else plain[name] = value
  }
  const text = JSON.stringify({ plain, bytes, times })
  return `${checksumOf(text)} ${text}\n`
}

/** Parses the clicks of a file; torn or damaged lines are skipped and counted. */
export function readSpoolLines(text: string): { clicks: NewClick[]; damaged: number } {
  const lines = text.split('\n').filter((line) => line !== '')
  const clicks = lines.map(readLine).filter((click) => click !== null)
  return { clicks, damaged: lines.length - clicks.length }
}

interface SpooledClick {
  plain: Record<string, unknown>
  bytes: Record<string, string>
  times: Record<string, string>
}

function readLine(line: string): NewClick | null {
  const [checksum, text] = [line.slice(0, CHECKSUM_LENGTH), line.slice(CHECKSUM_LENGTH + 1)]
  if (checksum !== checksumOf(text)) return null
  // The checksum proves that one of our processes wrote the line.
  const { plain, bytes, times } = JSON.parse(text) as SpooledClick
  delete plain['ipHash']
  const click = {
    ...plain,
    ...mapValues(bytes, (value) => Buffer.from(value, 'base64')),
    ...mapValues(times, (value) => new Date(value)),
  }
  return click as unknown as NewClick
}

const CHECKSUM_LENGTH = 8

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(CHECKSUM_LENGTH, '0')
}

function mapValues<Value>(
  values: Record<string, string>,
  map: (value: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}
