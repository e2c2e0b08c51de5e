/** A click farm's copies are spread over an hour. */
const COPIES_MINUTES = 60

/** Minutes from a click to its copy number `index`, from 0. */
export function copyMinutes(index: number, copies: number): number {
  return ((index + 1) * COPIES_MINUTES) / (copies + 1)
}
