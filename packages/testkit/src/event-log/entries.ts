export type ClientEntry =
  /** The API returned 2xx and reported the install as attributed. From now on it must be delivered. */
  | { kind: 'accepted'; install: string; at: number; ms: number; api: number }
  | { kind: 'clicked'; install: string; at: number; ms: number; api: number }
  /** A request that got no 2xx. */
  | ({
      kind: 'refused'
      install: string
      step: Step
      at: number
      ms: number
      api: number
    } & Refusal)
  /** A 2xx whose body is wrong for a genuine click token. */
  | { kind: 'wrong'; install: string; at: number; answer: string }

export interface Refusal {
  /** A status, or the error's code. */
  code: string
  /** It was sent on a connection that had carried a request before. */
  isReused: boolean
}

export type Step = 'click' | 'install'

export interface ReceiverEntry {
  endpoint: string
  webhookId: string
  deliveryId: string
  eventId: string
  attempt: number
  trigger: string
  /** The install in the payload; empty if there is none. */
  install: string
  /** The value of `webhook-timestamp`, in seconds since 1970. */
  timestamp: number
  /** When the request was complete. */
  at: number
  /** When the response is sent, or the connection was cut: earlier than the sender can know of it. */
  answeredAt: number
  /** The response status; 0 if the connection is reset instead. */
  status: number
  /** The index of the endpoint's secret that made both signatures, or -1. */
  secret: number
  /** SHA-256 of the body's bytes, in hex. */
  bodyHash: string
}
