/** Makes a function that runs works one after the other, each when the one before has ended; none of them rejects. */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn
    return turn
  }
}
