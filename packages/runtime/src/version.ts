/** The product's version: what User-Agent and the documents name. One with the root package.json (tested). */
export const VERSION = '0.1.0'
