import type { StreamEventData } from '@throughline/contracts/stream'

type Named<Name extends 'click' | 'install' | 'attempt' | 'replay' | 'reset'> = {
  [One in Name]: { name: One; data: StreamEventData<One> }
}[Name]

/** An event of GET /api/stream. */
export type LiveEvent = Named<'click' | 'install' | 'attempt' | 'replay' | 'reset'>

export interface Block {
  id: string | null
  /** Null for a heartbeat. */
  event: LiveEvent | null
}

const NAMES: ReadonlySet<string> = new Set(['click', 'install', 'attempt', 'replay', 'reset'])

/** Splits text that arrives in parts into the blocks of server-sent events. */
export function createEventParser(): (text: string) => Block[] {
  let rest = ''
  return (text) => {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() ?? ''
    return parts.map(parseBlock)
  }
}

function parseBlock(text: string): Block {
  const fields = new Map(
    text.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  const [id, name, data] = [fields.get('id') ?? null, fields.get('event'), fields.get('data')]
  // A newer server may send kinds of events that this page does not know.
  if (name === undefined || data === undefined || !NAMES.has(name)) return { id, event: null }
  return { id, event: { name, data: JSON.parse(data) as unknown } as LiveEvent }
}
