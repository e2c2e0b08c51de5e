import { ApiError, PANEL_HEADER } from '../client.js'
import { createEventParser, type Block } from './parse-events.js'

export interface StreamReader {
  projectId: string
  /** The id of the last block, to continue after it. */
  lastId: string | null
  signal: AbortSignal
  onOpen: () => void
  onBlock: (block: Block) => void
}

/** The server sends something every 10 s. Without it the connection is lost, for example after sleep. */
const SILENCE_MS = 25_000

/** Reads GET /api/stream until it ends. @throws ApiError, and TypeError when the connection breaks */
export async function readStream(reader: StreamReader): Promise<void> {
  const silence = new AbortController()
  const signal = AbortSignal.any([reader.signal, silence.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  heard()
  try {
    const response = await fetch('/api/stream', { headers: headersOf(reader), signal })
    if (!response.ok || response.body === null) throw new ApiError(response.status, {})
    reader.onOpen()
    const parse = createEventParser()
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await text.read(); !part.done; part = await text.read()) {
      heard()
      for (const block of parse(part.value)) reader.onBlock(block)
    }
  } finally {
    clearTimeout(timer)
  }
}

function headersOf({ projectId, lastId }: StreamReader): Record<string, string> {
  return {
    ...PANEL_HEADER,
    'x-project-key': projectId,
    ...(lastId === null ? {} : { 'Last-Event-ID': lastId }),
  }
}
