import { hasCode } from '../errors.js'
import type { Api } from '../http/api.js'
import { readLinkValues } from '../links/read-link-values.js'
import type { AttributionResult } from '../records.js'
import { date, text, type Wire } from '../wire.js'

/**
 * Asks for the newest attribution of a fingerprint or of a link's code.
 *
 * @returns null where there is none
 * @throws ThroughlineError for every other failure
 */
export async function findAttribution(
  api: Api,
  by: 'fingerprint' | 'code',
  value: string,
): Promise<AttributionResult | null> {
  const wire = await findAttributionWire(api, by, value)
  return wire && readAttribution(wire)
}

/** The same, as the service answers it. */
export async function findAttributionWire(
  api: Api,
  by: 'fingerprint' | 'code',
  value: string,
): Promise<Wire | null> {
  try {
    const path = `/api/attribution/${by}/${encodeURIComponent(value)}`
    return await api({ method: 'GET', path })
  } catch (error) {
    if (hasCode(error, 'not_found')) return null
    throw error
  }
}

function readAttribution(wire: Wire): AttributionResult {
  return {
    matched: true,
    dynaCode: text(wire, 'dyna_code') ?? '',
    ...readLinkValues(wire),
    attributedAt: date(wire, 'attributed_at') ?? new Date(0),
  }
}
