/** A parameter for `$n::uuid[]`, `integer[]`, `boolean[]`: values whose text needs no quotes; null stays null. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/** A parameter for `$n::text[]`, with PostgreSQL's quoting; null stays null. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`
}

export function bytesArray(values: readonly (Uint8Array | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : bytes(value))).join(',')}}`
}

function bytes({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return `"\\\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}"`
}

/** JSON.stringify() writes these differently. */
const CONTROL = /[\0-\x1f]/
const TO_ESCAPE = /["\\]/g

/** Seven times as fast as a regular expression; but JSON also escapes control characters and lone surrogates. */
function quote(text: string): string {
  const isSame = !CONTROL.test(text) && text.isWellFormed()
  return isSame ? JSON.stringify(text) : `"${text.replace(TO_ESCAPE, '\\$&')}"`
}
