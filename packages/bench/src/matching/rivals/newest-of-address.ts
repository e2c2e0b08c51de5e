import type { Rule } from './rule.js'

const WINDOW_MINUTES = 60

/** The project's newest click from the same address within an hour; it may be given again and again. */
export const newestOfAddress: Rule = (earlier, install) =>
  earlier.findLast(
    ({ project, address, atMinutes }) =>
      project === install.project &&
      address === install.address &&
      install.atMinutes - atMinutes <= WINDOW_MINUTES,
  )?.tapId ?? null
