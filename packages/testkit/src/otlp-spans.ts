import type { ReceivedRequest } from './receiver.js'

/** A span as a collector receives it in OTLP/HTTP with JSON. */
export interface ReceivedSpan {
  service: string
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Record<string, string | number>
  links: string[]
  /** 2: the operation failed. */
  status: { code?: number; message?: string }
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

interface Body {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'links'> & {
        attributes: Attribute[]
        links?: { traceId: string }[]
      })[]
    }[]
  }[]
}

/** All spans that a receiver was sent to `/v1/traces`. */
export function spansOf(requests: readonly ReceivedRequest[]): ReceivedSpan[] {
  return requests
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body.toString('utf8')) as Body).resourceSpans)
    .flatMap(({ resource, scopeSpans }) => {
      const { 'service.name': service } = valuesOf(resource.attributes)
      return scopeSpans
        .flatMap(({ spans }) => spans)
        .map((span) => ({
          ...span,
          service: String(service),
          attributes: valuesOf(span.attributes),
          links: (span.links ?? []).map(({ traceId }) => traceId),
        }))
    })
}

function valuesOf(attributes: Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  )
}
