export type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The columns of a PUT's fields: a missing key keeps its value, null clears it. */
export function givenFields<Fields extends object>(fields: Fields): Given<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  // Filtered above; entries lose the relation of name and type.
  return Object.fromEntries(given) as Given<Fields>
}
