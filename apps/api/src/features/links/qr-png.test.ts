import { inflateSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { drawPng } from './qr-png.js'

/** Two by two: dark, light; light, dark. */
const MODULES = { size: 2, data: Uint8Array.from([1, 0, 0, 1]) }

/** A picture's rows as text, `#` for dark. */
function rowsOf(png: Buffer): string[] {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const length = png.readUInt32BE(33)
  expect(png.subarray(37, 41).toString()).toBe('IDAT')
  const bytes = inflateSync(png.subarray(41, 41 + length))
  const stride = 1 + Math.ceil(width / 8)
  expect(bytes.length).toBe(stride * height)
  return Array.from({ length: height }, (_, y) => {
    const row = bytes.subarray(y * stride + 1, (y + 1) * stride)
    const bits = [...row].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    return bits.slice(0, width).replaceAll('0', '#').replaceAll('1', '.')
  })
}

describe('drawPng', () => {
  it('draws each module as a square of whole pixels, centered', () => {
    expect(rowsOf(drawPng(MODULES, { sizePx: 11, margin: 1 }) ?? Buffer.alloc(0))).toEqual([
      '...........',
      '...........',
      '...........',
      '...##......',
      '...##......',
      '.....##....',
      '.....##....',
      '...........',
      '...........',
      '...........',
      '...........',
    ])
  })

  it('fills the picture without a margin', () => {
    const rows = rowsOf(drawPng(MODULES, { sizePx: 4, margin: 0 }) ?? Buffer.alloc(0))
    expect(rows).toEqual(['##..', '##..', '..##', '..##'])
  })

  it('is a complete PNG', () => {
    const png = drawPng(MODULES, { sizePx: 16, margin: 4 }) ?? Buffer.alloc(0)
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    // The checksum of an empty last part is the same in every PNG.
    expect(png.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082')
  })

  it('returns null if the modules do not fit', () => {
    expect(drawPng(MODULES, { sizePx: 9, margin: 4 })).toBeNull()
  })
})
