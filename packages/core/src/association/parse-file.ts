import { explainBrokenJson } from '../lib/broken-json.js'
import { reject, type Place } from './file-problem.js'

const BYTE_ORDER_MARK = '\uFEFF'

/** Parses like a phone: JSON in UTF-8 without a byte order mark, within the limit. Returns undefined after an error. */
export function parseFile(root: Place, text: string, limitBytes: number): unknown {
  if (new TextEncoder().encode(text).length > limitBytes) {
    reject(
      root,
      'too_large',
      `The file is larger than ${limitBytes / 1024} kB uncompressed, which is the limit. Use wildcards instead of listing every path.`,
    )
    return undefined
  }
  if (text.startsWith(BYTE_ORDER_MARK)) {
    reject(
      root,
      'byte_order_mark',
      'The file starts with a byte order mark (BOM), which the platforms’ parsers reject. Save it as UTF-8 without BOM.',
    )
  }
  try {
    return JSON.parse(text.replace(BYTE_ORDER_MARK, '')) as unknown
  } catch {
    reject(root, 'not_json', explainBrokenJson(text.replace(BYTE_ORDER_MARK, '')))
    return undefined
  }
}
