import type { FetchInit, FetchResponse } from '../../src/adapters.js'
import { debugHelpers } from '../../src/debug.js'
import { ThroughlineError } from '../../src/errors.js'
import type { DynalinkEvent } from '../../src/link-event.js'
import { Throughline } from '../../src/throughline.js'
import { fill, type Values } from './placeholders.js'
import { createPlatform, type Platform } from './platform.js'
import type { Exchange, Given, JsonObject, Step, Vector } from './vector.js'
import { VirtualTime } from './virtual-time.js'

/** A request as the SDK sent it. */
export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: JsonObject | null
  at: number
}

/** What a vector is played against: its own script, or a real API. */
export interface World {
  values: Values
  startedAt: number
  /** Sends a request; `scripted` is what the vector expects at this point. */
  exchange: (sent: Sent, scripted: Exchange | undefined) => Promise<FetchResponse | 'no_answer'>
}

/** Everything that is visible from outside. */
export interface Observed {
  events: DynalinkEvent[]
  /** The stored values when each of them arrived. */
  storageAtEvents: Map<string, string>[]
  storage: Map<string, string>
  log: string[]
  sent: Sent[]
  outcomes: Map<Step, Outcome>
  late: Map<Step, DynalinkEvent[]>
}

export type Outcome = { result: unknown } | { error: unknown }

/** Plays a vector's steps against this SDK. */
export async function runVector(vector: Vector, world: World): Promise<Observed> {
  const player = new Player(vector, world)
  for (const step of vector.steps) await player.play(step)
  player.close()
  return player.observed
}

class Player {
  readonly observed: Observed = {
    events: [],
    storageAtEvents: [],
    storage: new Map(),
    log: [],
    sent: [],
    outcomes: new Map(),
    late: new Map(),
  }
  readonly #vector: Vector
  readonly #world: World
  readonly #time: VirtualTime
  #given: Given = {}
  #platform: Platform | null = null
  #throughline: Throughline | null = null
  #inFlight = 0

  constructor(vector: Vector, world: World) {
    this.#vector = vector
    this.#world = world
    this.#time = new VirtualTime(world.startedAt, vector.given?.chance)
    this.#give(vector.given ?? {})
  }

  async play(step: Step): Promise<void> {
    this.#give(step.given ?? {})
    this.#time.setClock(step.clock ?? 0)
    if (step.crash !== undefined) this.#platform?.kill()
    if (step.restart !== undefined) this.close()
    const options = step.start ?? step.restart ?? step.crash
    if (options !== undefined) this.#start(step, options)
    this.#act(step)
    await this.#settle()
    if (step.advance === undefined) return
    await this.#time.advance(step.advance, () => this.#settle())
    await this.#settle()
  }

  close(): void {
    this.#throughline?.close()
  }

  #act(step: Step): void {
    if (step.open !== undefined) this.#platform?.open(this.#fill([step.open].flat()))
    if (step.call !== undefined) this.#call(step)
    if (step.listen !== undefined) {
      const seen: DynalinkEvent[] = []
      this.#running().dynamicLinkStream.subscribe((event) => seen.push(event))()
      this.observed.late.set(step, seen)
    }
  }

  /** Sets the platform and the stored values from now on. */
  #give(given: Given): void {
    const { storage = {}, ...rest } = this.#fill(given)
    this.#given = { ...this.#given, ...rest }
    for (const [name, value] of Object.entries(storage)) {
      if (value === null) this.observed.storage.delete(name)
      else
        this.observed.storage.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
  }

  #start(step: Step, options: JsonObject): void {
    const { observed } = this
    const { values } = this.#world
    const all: JsonObject = {
      publicKey: values['project_key'],
      projectId: values['project_id'],
      baseUrl: 'https://api.example.com',
      ...this.#fill({ ...this.#given.options, ...options }),
    }
    this.#platform = createPlatform({
      given: () => this.#given,
      storage: observed.storage,
      time: this.#time,
      fetch: (url, init) => this.#fetch(url, init),
    })
    try {
      // A vector may contain invalid values on purpose.
      this.#throughline = Throughline.initialize({
        ...(all as Parameters<typeof Throughline.initialize>[0]),
        logger: { warn: (line) => observed.log.push(line) },
        adapters: this.#platform.adapters,
      })
      this.#throughline.dynamicLinkStream.subscribe((event) => {
        observed.events.push(event)
        observed.storageAtEvents.push(new Map(observed.storage))
      })
    } catch (error) {
      observed.outcomes.set(step, { error })
    }
  }

  async #fetch(url: string, init: FetchInit): Promise<FetchResponse> {
    const { sent } = this.observed
    const scripted = this.#vector.http?.[sent.length]
    const request: Sent = {
      method: init.method,
      path: url.replace('https://api.example.com', ''),
      headers: init.headers,
      body: init.body === undefined ? null : (JSON.parse(init.body) as JsonObject),
      at: this.#time.elapsedMs,
    }
    sent.push(request)
    this.#inFlight += 1
    try {
      const response = await this.#world.exchange(request, scripted)
      if (response !== 'no_answer') return response
    } finally {
      this.#inFlight -= 1
    }
    return new Promise(() => undefined)
  }

  #call(step: Step): void {
    const [head = '', name = ''] = (step.call ?? '').split('.')
    const target = head === 'debug' ? debugHelpers(this.#running()) : this.#running()
    const method = (target as unknown as Record<string, (...given: unknown[]) => unknown>)[
      head === 'debug' ? name : head
    ]
    if (method === undefined) throw new Error(`There is no ${step.call}`)
    const given = (this.#fill(step.with ?? []) as unknown[]).map(datesIn)
    void Promise.resolve(method(...given)).then(
      (result) => this.observed.outcomes.set(step, { result }),
      (error: unknown) => this.observed.outcomes.set(step, { error }),
    )
  }

  #running(): Throughline {
    if (this.#throughline === null) throw new Error('The vector did not start.')
    return this.#throughline
  }

  #fill<Value>(value: Value): Value {
    return fill(value, this.#world.values) as Value
  }

  /** Waits until no request is in progress and the last one has no further effect. */
  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < 10;) {
      await new Promise((resolve) => setImmediate(resolve))
      quiet = this.#inFlight > 0 ? 0 : quiet + 1
    }
  }
}

/** The days in a campaign's form are Dates in the SDK. */
function datesIn(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null) return argument
  const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  return Object.fromEntries(
    Object.entries(argument).map(([name, value]: [string, unknown]) => [
      name,
      isDay(value) ? new Date(String(value)) : value,
    ]),
  )
}

/** The name of an error in vectors. */
export function presentError(error: unknown): JsonObject {
  if (!(error instanceof ThroughlineError)) return { code: `not the SDK's own: ${String(error)}` }
  const { code, status, fields, requestId, retryAfterMs } = error
  return { code, status, fields: fields && Object.keys(fields), requestId, retryAfterMs }
}
