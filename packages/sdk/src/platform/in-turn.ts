export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Creates a function that runs tasks one after the other; a failed task does not stop the next. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}
