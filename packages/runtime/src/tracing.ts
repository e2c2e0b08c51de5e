import { z } from 'zod'
import { variable } from './env.js'

/** A span that has ended. Its ids are chosen when it starts, because others name it before it ends. */
export interface FinishedSpan {
  name: string
  kind: 'server' | 'producer' | 'client'
  /** The span's own context. */
  traceparent: string
  /** Null: the span is the root of its trace. */
  parent: string | null
  /** A related span of another trace, such as that of the proxy in front. */
  link?: string | null
  /** Milliseconds since 1970. The span ends when it is recorded. */
  startedMs: number
  attributes: Record<string, string | number | boolean>
  /** Why the operation failed. */
  error?: string | null
}

/** Contexts are values of the header `traceparent` (W3C Trace Context). A trace that is not sampled has none. */
export interface Tracing {
  /** The context of the span of a click. Every process derives the same one. */
  ofClick(clickId: string): string | null
  /** The context of the root of a new trace. */
  ofNewTrace(): string | null
  /** Queues the span for export. Never throws; beyond the queue's limit, spans are dropped. */
  record(span: FinishedSpan): void
  /** Exports the queued spans, for at most two seconds. */
  close(): Promise<void>
}

export interface TracingSettings {
  serviceName: string
  /** Whether OTEL_SERVICE_NAME set the name, which then also replaces that of OTEL_RESOURCE_ATTRIBUTES. */
  isNamed: boolean
  url: string
  /** From 0 to 1: the share of traces that are exported. */
  ratio: number
}

export interface TracingOptions {
  settings: TracingSettings
  /** `name=value` pairs, separated by commas. */
  headers: string | undefined
  /** Called at most every 30 s while the collector takes no spans. */
  onExportFailed: (error: Error) => void
}

const protocol = z
  .enum(['http/json'], 'must be http/json: traces are sent with no other protocol')
  .optional()
const endpoint = variable.url('http:', 'https:').optional()

/** Variables of the OpenTelemetry specification. The SDK reads those that are not listed. */
export const tracingEnv = {
  OTEL_SDK_DISABLED: variable.flag(false),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ],
      'must be always_on, always_off or traceidratio, or one of them after parentbased_',
    )
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,12}|1\.0{1,12})$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
}

type TracingEnv = z.infer<z.ZodObject<typeof tracingEnv>>

const DEFAULT_ENDPOINT = 'http://localhost:4318'

/** Null: no endpoint and no exporter is set, or tracing is turned off. */
export function tracingOf(env: TracingEnv, serviceName: string): TracingSettings | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const hasEndpoint = base !== undefined || own !== undefined
  const exporter = env.OTEL_TRACES_EXPORTER ?? (hasEndpoint ? 'otlp' : 'none')
  if (env.OTEL_SDK_DISABLED || exporter === 'none') return null
  return Object.freeze({
    serviceName: env.OTEL_SERVICE_NAME ?? serviceName,
    isNamed: env.OTEL_SERVICE_NAME !== undefined,
    url: own ?? `${(base ?? DEFAULT_ENDPOINT).replace(/\/+$/, '')}/v1/traces`,
    ratio: ratioOf(env),
  })
}

export function traceHeadersOf(env: TracingEnv): string | undefined {
  return env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS
}

function ratioOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingEnv) {
  if (sampler.endsWith('always_on')) return 1
  return sampler.endsWith('always_off') ? 0 : ratio
}
