import { DEFAULT_LIMIT_BYTES } from './body-limits.js'

const MAX_BYTES = 32 * 1024 * 1024
/** Share of routes with a larger limit. The other half is reserved for bodies of installs and clicks. */
const MAX_LARGE_BYTES = MAX_BYTES / 2
const MAX_BODIES_PER_CLIENT = 100
const MAX_BYTES_PER_CLIENT = MAX_BODIES_PER_CLIENT * DEFAULT_LIMIT_BYTES

export interface BudgetedBody {
  readonly usage: Usage
  readonly client: string | null
  readonly isLarge: boolean
  bytes: number
}

interface Usage {
  bodies: number
  bytes: number
}

export class BodyBudget {
  #bytes = 0
  #largeBytes = 0
  #byClient = new Map<string, Usage>()

  begin(client: string | null, isLarge: boolean): BudgetedBody | null {
    const usage = this.#usageOf(client)
    if (usage.bodies >= MAX_BODIES_PER_CLIENT) return null
    usage.bodies += 1
    return { usage, client, isLarge, bytes: 0 }
  }

  add(body: BudgetedBody, bytes: number): boolean {
    this.#count(body, bytes)
    return (
      this.#bytes <= MAX_BYTES &&
      (!body.isLarge || this.#largeBytes <= MAX_LARGE_BYTES) &&
      (body.client === null || body.usage.bytes <= MAX_BYTES_PER_CLIENT)
    )
  }

  end(body: BudgetedBody): void {
    const { usage, client } = body
    this.#count(body, -body.bytes)
    usage.bodies -= 1
    if (client !== null && usage.bodies === 0) this.#byClient.delete(client)
  }

  #count(body: BudgetedBody, bytes: number): void {
    body.bytes += bytes
    body.usage.bytes += bytes
    this.#bytes += bytes
    if (body.isLarge) this.#largeBytes += bytes
  }

  #usageOf(client: string | null): Usage {
    if (client === null) return { bodies: 0, bytes: 0 }
    const known = this.#byClient.get(client)
    if (known !== undefined) return known
    const usage = { bodies: 0, bytes: 0 }
    this.#byClient.set(client, usage)
    return usage
  }
}
