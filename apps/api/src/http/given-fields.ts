export type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The columns of a PUT's fields: a missing key keeps its value, null clears it. */
export function givenFields<Fields extends object>(fields: Fields): Given<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  // The entries were filtered above; their type loses the relation of name and value.
  return Object.fromEntries(given) as Given<Fields>
}
