/** What is left of fields of which some may be undefined. */
export type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The columns of those fields that a PUT names: a missing key keeps its value, null clears it. */
export function givenFields<Fields extends object>(fields: Fields): Given<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  // Filtered just now; entries forget which name has which type.
  return Object.fromEntries(given) as Given<Fields>
}
