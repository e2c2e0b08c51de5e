import ora from 'ora'

export interface TimelineEntry {
  atMs: number
  title: string
  lines: string[]
}

/** The findings of a step, shown beneath its title. */
export type Notes = string[]

export interface Timeline {
  readonly entries: TimelineEntry[]
  /** Runs a step with progress and shows its notes. An error ends the rehearsal. */
  step<Result>(title: string, work: (notes: Notes) => Promise<Result> | Result): Promise<Result>
  say(text: string): void
}

/**
 * Reports the steps. On a terminal a running step shows a spinner; elsewhere a finished step prints one line.
 *
 * @param isQuiet prints nothing; the entries are kept for `--json`
 */
export function createTimeline(isQuiet: boolean): Timeline {
  const startedMs = performance.now()
  const entries: TimelineEntry[] = []
  const { isTTY } = process.stdout
  const spinner = ora({ isSilent: isQuiet, stream: process.stdout })
  const finish = (isDone: boolean, text: string) => {
    // In a pipe too, the symbols of ora have colors.
    if (!isTTY) spinner.stopAndPersist({ symbol: isDone ? '✔' : '✖', text })
    else if (isDone) spinner.succeed(text)
    else spinner.fail(text)
  }
  return {
    entries,
    say: (text) => {
      if (!isQuiet) console.log(text)
    },
    async step(title, work) {
      const notes: Notes = []
      // Without a terminal, only the result is printed.
      if (isTTY) spinner.start(title)
      try {
        const result = await work(notes)
        const atMs = Math.round(performance.now() - startedMs)
        entries.push({ atMs, title, lines: notes })
        finish(true, `${clock(atMs)}  ${title}`)
        if (!isQuiet) for (const line of notes) console.log(`             ${line}`)
        return result
      } catch (error) {
        finish(false, title)
        throw error
      }
    },
  }
}

function clock(ms: number): string {
  return `+${(ms / 1000).toFixed(2).padStart(6)} s`
}
