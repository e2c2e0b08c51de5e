import { createLogger, type Logger } from '@throughline/runtime/logger'

export interface CapturedLogs {
  logger: Logger
  /** The lines written so far, without the first `skipped` ones. */
  text(skipped?: number): string
  /** The same lines, parsed. */
  lines(skipped?: number): Record<string, unknown>[]
}

/** The product's own logger, with its redaction, written to memory. */
export function captureLogs(): CapturedLogs {
  const written: string[] = []
  const destination = { write: (line: string) => void written.push(line) }
  return {
    logger: createLogger({ name: 'api', level: 'debug' }, destination),
    text: (skipped = 0) => written.slice(skipped).join(''),
    lines: (skipped = 0) =>
      written.slice(skipped).map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
