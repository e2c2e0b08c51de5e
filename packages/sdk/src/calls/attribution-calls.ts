import { codeOf } from '../errors.js'
import type { Api } from '../http/api.js'
import { readLinkValues } from '../links/link-values.js'
import type { AttributionResult } from '../records.js'
import { date, required, text, type Wire } from '../wire.js'

export interface AttributionCalls {
  /** Both return the newest attribution, or null. */
  getAttributionByFingerprint(fingerprint: string): Promise<AttributionResult | null>
  getAttributionByCode(code: string): Promise<AttributionResult | null>
}

export function createAttributionCalls(api: Api): AttributionCalls {
  const find = (by: 'fingerprint' | 'code') => async (value: string) => {
    const wire = await findAttribution(api, by, value)
    return wire && readAttribution(wire)
  }
  return { getAttributionByFingerprint: find('fingerprint'), getAttributionByCode: find('code') }
}

export async function findAttribution(
  api: Api,
  by: 'fingerprint' | 'code',
  value: string,
): Promise<Wire | null> {
  try {
    return await api('GET', `/api/attribution/${by}/${encodeURIComponent(value)}`)
  } catch (error) {
    if (codeOf(error) === 'not_found') return null
    throw error
  }
}

function readAttribution(wire: Wire): AttributionResult {
  return {
    matched: true,
    dynaCode: required(text(wire, 'dyna_code')),
    ...readLinkValues(wire),
    attributedAt: required(date(wire, 'attributed_at')),
  }
}
