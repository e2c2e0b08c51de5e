export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Makes a function that runs works one after the other, each when the one before has ended, well or badly. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}
