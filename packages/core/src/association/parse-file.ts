import { explainBrokenJson } from '../lib/broken-json.js'
import { reject, type Place } from './file-problem.js'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Parses an association file as a phone does: plain JSON in UTF-8, no byte order mark, not too large. What is wrong is
 * noted, and then the answer is undefined.
 *
 * @param limitBytes how much the platform reads
 */
export function parseFile(root: Place, text: string, limitBytes: number): unknown {
  if (new TextEncoder().encode(text).length > limitBytes) {
    reject(
      root,
      'too_large',
      `The file is larger than ${limitBytes / 1024} kB, uncompressed; more than that is not read. Match with wildcards instead of listing every path.`,
    )
    return undefined
  }
  if (text.startsWith(BYTE_ORDER_MARK)) {
    reject(
      root,
      'byte_order_mark',
      'The file begins with a byte order mark (BOM), on which the platforms’ parsers fail. Save it as UTF-8 without BOM.',
    )
  }
  try {
    return JSON.parse(text.replace(BYTE_ORDER_MARK, '')) as unknown
  } catch {
    reject(root, 'not_json', explainBrokenJson(text.replace(BYTE_ORDER_MARK, '')))
    return undefined
  }
}
