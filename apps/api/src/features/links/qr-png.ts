import { crc32, deflateSync } from 'node:zlib'

export interface QrModules {
  size: number
  data: Uint8Array
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const GREY_SCALE = 0

/**
 * Draws a QR code as a PNG with one bit per pixel: with colors it would block redirects for 200 ms. Modules are whole
 * pixels. Null if there are more modules than pixels.
 */
export function drawPng(
  { size, data }: QrModules,
  { sizePx, margin }: { sizePx: number; margin: number },
): Buffer | null {
  const scale = Math.floor(sizePx / (size + 2 * margin))
  if (scale < 1) return null
  const before = Math.floor((sizePx - scale * size) / 2)
  /** The module of a pixel; outside the code, none. */
  const dotOf = (pixel: number) => Math.floor((pixel - before) / scale)
  const stride = 1 + Math.ceil(sizePx / 8)
  const blank = Buffer.alloc(stride, 0xff)
  // The first byte of a row is its filter: none.
  blank[0] = 0
  const drawRow = (y: number): Buffer => {
    const row = Buffer.from(blank)
    for (let pixel = before; pixel < before + scale * size; pixel += 1) {
      if (data[y * size + dotOf(pixel)] === 0) continue
      const place = 1 + (pixel >> 3)
      row[place] = (row[place] ?? 0) & ~(0x80 >> (pixel & 7))
    }
    return row
  }
  const rows = Array.from({ length: size }, (_, y) => drawRow(y))
  const picture = Array.from({ length: sizePx }, (_, pixel) => rows[dotOf(pixel)] ?? blank)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(sizePx)),
    chunk('IDAT', deflateSync(Buffer.concat(picture))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function header(sizePx: number): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(sizePx, 0)
  bytes.writeUInt32BE(sizePx, 4)
  bytes.set([1, GREY_SCALE], 8)
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}
