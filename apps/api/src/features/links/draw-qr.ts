import type { LinkQrQuery } from '@throughline/contracts/link-qr'
import { fieldError } from '@throughline/core/lib/errors'
import QRCode from 'qrcode'
import type { Answer } from '../../http/route.js'
import { IMAGE_POLICY, NO_SNIFF } from '../../http/security-headers.js'
import { drawPng } from './qr-png.js'
import { presentTo, rejectArchived, requireLink, type LinkCall } from './link-call.js'

const DEFAULT_SIZE_PX = 512
/** Quiet zone in modules that the standard requires. */
const QUIET_ZONE = 4

const HEADERS = {
  'Cache-Control': 'private, max-age=86400',
  // Two projects of one owner may have the same code and therefore the same API path.
  Vary: 'x-project-key, Authorization',
  ...NO_SNIFF,
  ...IMAGE_POLICY,
}

const SVG = { status: 200, headers: HEADERS, contentType: 'image/svg+xml; charset=utf-8' }
const PNG = { status: 200, headers: HEADERS, contentType: 'image/png' }

/** Draws the short URL, which never changes, as a QR code. */
export async function drawQr(call: LinkCall<unknown, LinkQrQuery>): Promise<Answer> {
  const { format, size, margin } = call.query
  const link = await requireLink(call)
  rejectArchived(link)
  const url = presentTo(call)(link).short_url
  const layout = { errorCorrectionLevel: 'M', margin: margin ?? QUIET_ZONE } as const
  if (format === 'png') return { ...PNG, body: drawPicture(url, layout.margin, size) }
  const width = size === undefined ? {} : { width: size }
  const body = await QRCode.toString(url, { ...layout, ...width, type: 'svg' })
  return { ...SVG, body }
}

function drawPicture(url: string, margin: number, sizePx = DEFAULT_SIZE_PX): Buffer {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' })
  const picture = drawPng(modules, { sizePx, margin })
  if (picture === null) throw fieldError('size', 'is too small for this code')
  return picture
}
