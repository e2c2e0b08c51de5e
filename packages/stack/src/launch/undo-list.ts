/** What has to be taken back, in the opposite order of its doing. */
export class UndoList {
  readonly #steps: (() => Promise<void>)[] = []

  add(step: () => Promise<void>): void {
    this.#steps.push(step)
  }

  /** Takes each step back once; one that fails does not keep the others, and the first error is thrown. */
  async run(): Promise<void> {
    const errors: unknown[] = []
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      await step().catch((error: unknown) => errors.push(error))
    }
    if (errors.length > 0) throw errors[0]
  }
}
