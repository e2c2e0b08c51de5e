import type { Logger } from '@throughline/client'
import { byId, clock, make } from './dom.js'
import type { Call } from './watch-calls.js'

/** The pane that shows what the client logs and which calls it makes. */
export interface LogView extends Logger {
  call(call: Call): void
}

/** Keeps the last lines in sight. */
export function showLog(): LogView {
  const list = byId('log', HTMLOListElement)
  const add = (kind: string, text: string) => {
    list.append(make('li', kind, clock(), ' ', text))
    while (list.childElementCount > MAX_LINES) list.firstElementChild?.remove()
    list.scrollTop = list.scrollHeight
  }
  return {
    warn: (line) => add('warn', line),
    call: ({ method, path, status, durationMs }) =>
      add('call', `${method} ${path} → ${status ?? 'no connection'}, ${durationMs} ms`),
  }
}

const MAX_LINES = 200
