/**
 * All columns of a model, for a batch read, under the names that Prisma gives them: `ios_url AS "iosUrl"`. A column that
 * the schema gains is read without a change here. In the schema every `@map` is the field in snake case.
 *
 * @param fields the model's, such as `Prisma.LinkScalarFieldEnum`
 */
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
