import type { Runtime } from '../adapters.js'
import { globals } from './globals.js'

/**
 * A UUID of version 4. Hermes has no crypto.randomUUID, and without a polyfill no getRandomValues either: then plain
 * chance must do, which is enough for ids that nobody gains anything by guessing.
 */
export function newUuid(runtime: Runtime): string {
  const bytes = new Uint8Array(16)
  if (globals.crypto?.getRandomValues === undefined)
    bytes.forEach((_, index) => (bytes[index] = Math.floor(runtime.random() * 256)))
  else globals.crypto.getRandomValues(bytes)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'.charAt(parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
