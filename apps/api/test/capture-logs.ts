import { createLogger, type Logger } from '@throughline/runtime/logger'

export interface CapturedLogs {
  logger: Logger
  /** Every line written so far, as text. */
  text(): string
  /** Every line written so far, parsed. */
  lines(): Record<string, unknown>[]
}

/** The product's own logger, with its redaction, written to memory. */
export function captureLogs(): CapturedLogs {
  const written: string[] = []
  const destination = { write: (line: string) => void written.push(line) }
  return {
    logger: createLogger({ name: 'api', level: 'debug' }, destination),
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
