import type { StoredInstall } from '@throughline/db/attribution/installs'

/** A decision as it is answered, the first time and every time after. */
export type DecidedInstall = Pick<
  StoredInstall,
  'isMatched' | 'matchType' | 'confidence' | 'reason' | 'link' | 'payload'
>

/** The answer of POST /api/attribution/installs, made of the frozen texts. */
export function presentInstall(
  install: DecidedInstall,
  { installId, fingerprint }: { installId: string; fingerprint: string | null },
) {
  return {
    matched: install.isMatched,
    match_type: install.matchType,
    confidence: install.confidence,
    reason: install.reason,
    install_id: installId,
    fingerprint,
    link: parseOrNull(install.link),
    attribution: parseOrNull(install.payload),
  }
}

function parseOrNull(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}
