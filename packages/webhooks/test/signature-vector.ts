import { readFileSync } from 'node:fs'

type SignatureVector = {
  readonly secret: string
  readonly body: string
  readonly 'x-service-signature': string
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
  readonly same_algorithm_published_by_github: {
    readonly secret: string
    readonly body: string
    readonly hex: string
  }
}

/** The worked example; two independent tools reproduce its values. */
export const vector = JSON.parse(
  readFileSync(new URL('../fixtures/signature-vector.json', import.meta.url), 'utf8'),
) as SignatureVector

export const vectorSentAt = new Date(Number(vector['webhook-timestamp']) * 1000)

export const vectorHeaders = {
  'x-service-signature': vector['x-service-signature'],
  'webhook-id': vector['webhook-id'],
  'webhook-timestamp': vector['webhook-timestamp'],
  'webhook-signature': vector['webhook-signature'],
}
