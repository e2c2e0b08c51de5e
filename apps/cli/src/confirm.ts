import { createInterface } from 'node:readline/promises'

/** Asks on the terminal. Throws unless it is confirmed there or by `--yes`. */
export async function confirm(
  question: string,
  { yes, json }: { yes?: boolean; json?: boolean },
): Promise<void> {
  if (yes === true) return
  if (json === true || !process.stdin.isTTY) throw new Error(`${question} Confirm it with --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`${question} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was changed.')
  } finally {
    terminal.close()
  }
}
