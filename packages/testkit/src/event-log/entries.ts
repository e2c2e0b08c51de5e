export type ClientEntry =
  /** The API answered 2xx and said that the install is attributed: from here on it must be delivered. */
  | { kind: 'accepted'; install: string; at: number; ms: number; api: number }
  /** A tap was answered with the landing page. */
  | { kind: 'tapped'; install: string; at: number; ms: number; api: number }
  /** A request that got no 2xx. */
  | ({
      kind: 'refused'
      install: string
      step: Step
      at: number
      ms: number
      api: number
    } & Refusal)
  /** A 2xx that is not what a genuine click token must be answered with. */
  | { kind: 'wrong'; install: string; at: number; answer: string }

export interface Refusal {
  /** A status, or the error's code. */
  code: string
  /** It was sent on a connection that had carried a request before. */
  isReused: boolean
}

export type Step = 'tap' | 'install'

export interface ReceiverEntry {
  /** The path, which names the endpoint. */
  endpoint: string
  webhookId: string
  deliveryId: string
  eventId: string
  attempt: number
  trigger: string
  /** The logged install that the payload tells of; empty when it tells of none. */
  install: string
  /** What `webhook-timestamp` says, in seconds since 1970. */
  timestamp: number
  /** When the request was there as a whole. */
  at: number
  /** When it was answered, or is going to be, or its connection was cut before: earlier than the sender can know of it. */
  answeredAt: number
  /** What it is answered with; 0 when the connection is reset instead. */
  status: number
  /** The number of the endpoint's secret that signed it in both ways, or -1 when none did. */
  secret: number
  /** SHA-256 of the body's bytes, in hex. */
  bodyHash: string
}
