/** All columns of a model, `ios_url AS "iosUrl"`: in the schema every `@map` is the field in snake case. */
export function selectColumns(
  fields: Record<string, string>,
  omit: readonly string[] = [],
): string {
  return Object.values(fields)
    .filter((field) => !omit.includes(field))
    .map((field) => `${toSnakeCase(field)} AS "${field}"`)
    .join(', ')
}

function toSnakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
