import { bindUuids } from './bind-uuids.js'
import { differences, fill, type Values } from './placeholders.js'
import { presentError, type Observed, type Outcome } from './run-vector.js'
import type { Exchange, JsonObject, Step, Vector } from './vector.js'

/** Returns the differences between a run and its vector, in words; an empty list if there are none. */
export function checkVector(vector: Vector, observed: Observed, values: Values): string[] {
  const { expect } = vector
  const requests = vector.http?.map(({ request }) => request)
  const all = { ...values, ...bindUuids(requests, observed.sent) }
  const filled = <Value>(value: Value) => fill(value, all) as Value
  return [
    ...checkEvents('events', filled(expect.events ?? []), observed.events),
    ...differences(filled(expect.log ?? []), observed.log, { at: 'log' }),
    ...checkStorage('storage', filled(expect.storage ?? {}), observed.storage),
    ...(expect.storageAtEvents ?? []).flatMap((expected, index) =>
      checkStorage(`at event ${index}`, filled(expected), observed.storageAtEvents[index]),
    ),
    ...checkRequests(filled(vector.http ?? []), observed),
    ...vector.steps.flatMap((step) => checkStep(filled(step), step, observed)),
  ]
}

const EVENT_FIELDS = [
  'actualUrl',
  'campaignId',
  'campaignName',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'gclid',
  'gbraid',
  'fbclid',
  'ttclid',
  'twclid',
  'liFatId',
  'fbclidCapturedAt',
  'attributedAt',
  'source',
  'code',
]

/** A vector omits an event's fields that are null, and the two that are derived from others. */
function checkEvents(at: string, expected: JsonObject[], events: readonly object[]): string[] {
  return differences(expected.map(wholeEvent), events.map(plain), { at })
}

function wholeEvent(event: JsonObject): JsonObject {
  const clickIds = ['gclid', 'gbraid', 'fbclid', 'ttclid', 'twclid', 'liFatId']
  return {
    ...Object.fromEntries(EVENT_FIELDS.map((name) => [name, null])),
    hasCampaign: event['campaignId'] !== undefined,
    hasClickIds: clickIds.some((name) => event[name] !== undefined),
    ...event,
  }
}

/** As in JSON: Dates are strings. */
function plain(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonObject
}

function checkStorage(
  at: string,
  expected: JsonObject,
  storage: Map<string, string> | undefined,
): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const stored = storage?.get(name) ?? null
    const isJson = typeof value === 'object' && value !== null && stored !== null
    return differences(value, isJson ? JSON.parse(stored) : stored, { at: `${at} ${name}` })
  })
}

function checkRequests(expected: readonly Exchange[], { sent }: Observed): string[] {
  const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  const wanted = expected.map(({ request }) => name(request))
  const order = differences(wanted, sent.map(name), { at: 'requests' })
  if (order.length > 0) return order
  return expected.flatMap(({ request, at }, index) => {
    const one = sent[index]
    const place = `request ${index} (${name(request)})`
    return [
      ...checkHeaders(place, request.headers ?? {}, one?.headers ?? {}),
      ...differences(request.body ?? null, one?.body, { at: `${place} body` }),
      ...(at === undefined ? [] : differences(at, one?.at, { at: `${place} time` })),
    ]
  })
}

/** Headers that the vector does not name may be present; a header that is null must be absent. */
function checkHeaders(
  at: string,
  expected: Record<string, string | null>,
  headers: Record<string, string>,
): string[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(value ?? undefined, headers[name], { at: `${at} header ${name}` }),
  )
}

function checkStep(filled: Step, step: Step, { outcomes, late }: Observed): string[] {
  const at = `step ${JSON.stringify(step)}`
  if (filled.listen !== undefined) return checkEvents(at, filled.listen, late.get(step) ?? [])
  const isPlain = filled.result === undefined && filled.event === undefined && !filled.error
  const outcome = outcomes.get(step)
  if (isPlain) {
    const isFailed = outcome !== undefined && 'error' in outcome
    return isFailed ? [`${at}: ${JSON.stringify(presentError(outcome.error))}`] : []
  }
  return outcome === undefined ? [`${at}: it did not end`] : checkOutcome(at, filled, outcome)
}

function checkOutcome(at: string, step: Step, outcome: Outcome): string[] {
  if ('error' in outcome) {
    const error = presentError(outcome.error)
    return step.error === undefined
      ? [`${at}: ${JSON.stringify(error)}`]
      : differences(step.error, error, { at, isPartial: true })
  }
  if (step.error !== undefined) return [`${at}: did not fail`]
  if (step.event == null) return differences(step.result ?? null, plain(outcome.result), { at })
  return checkEvents(at, [step.event], [outcome.result as object])
}
