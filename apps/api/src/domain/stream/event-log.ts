import type { StreamEventName } from '@throughline/contracts/stream'

/** An event of a project, formatted for its streams. */
export interface LoggedEvent {
  seq: number
  projectId: string
  name: StreamEventName
  text: string
}

export interface EventLog {
  add(event: { projectId: string; name: StreamEventName; data: unknown }): LoggedEvent
  /** Returns the id for a stream that has received all events so far. */
  lastId(): string
  /** Returns the events of a project after an id of this log; null if events may be missing. */
  since(projectId: string, lastId: string): LoggedEvent[] | null
  /** Marks the events of the project as complete from now on. */
  begin(projectId: string): void
  end(projectId: string): void
}

const KEPT = 1_000

/** Keeps the last 1,000 events of all watched projects, for interrupted streams. */
export function createEventLog(name: string): EventLog {
  let events: LoggedEvent[] = []
  let seq = 0
  const begins = new Map<string, number>()
  const idOf = (number: number) => `${name}.${number}`

  return {
    add(event) {
      seq += 1
      const text = `id: ${idOf(seq)}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`
      const logged = { seq, projectId: event.projectId, name: event.name, text }
      events.push(logged)
      if (events.length >= 2 * KEPT) events = events.slice(-KEPT)
      return logged
    },
    lastId: () => idOf(seq),
    since(projectId, lastId) {
      const [, from, number] = /^(.+)\.(\d{1,15})$/.exec(lastId) ?? []
      const last = Number(number)
      const begin = begins.get(projectId)
      const isKnown = from === name && last <= seq && begin !== undefined && last >= begin
      if (!isKnown || seq - last > KEPT) return null
      return events.filter((event) => event.seq > last && event.projectId === projectId)
    },
    begin: (projectId) => void begins.set(projectId, seq),
    end: (projectId) => void begins.delete(projectId),
  }
}
