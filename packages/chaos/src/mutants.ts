/** A build of the product with one guarantee switched off, and the scenario that must notice. */
export interface Mutant {
  name: string
  /** What is switched off. */
  without: string
  file: string
  /** Must be in the file exactly once. */
  find: string
  replace: string
  /** The scenario that must fail. */
  failsIn: string
}

export const MUTANTS: Mutant[] = []

/** @throws Error when there is none of that name */
export function findMutant(name: string): Mutant {
  const mutant = MUTANTS.find((one) => one.name === name)
  if (mutant === undefined)
    throw new Error(
      `No such mutant: ${name}. There are ${MUTANTS.map((one) => one.name).join(', ')}`,
    )
  return mutant
}
