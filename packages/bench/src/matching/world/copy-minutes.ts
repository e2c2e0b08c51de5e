/** Those of a farm come over an hour. */
const COPIES_MINUTES = 60

/** When a copy of a click follows its pattern, in minutes; `index` from 0 on. */
export function copyMinutes(index: number, copies: number): number {
  return ((index + 1) * COPIES_MINUTES) / (copies + 1)
}
