import type { StoredInstall } from '@throughline/db/attribution/installs'

export type DecidedInstall = Pick<
  StoredInstall,
  'isMatched' | 'matchType' | 'confidence' | 'reason' | 'link' | 'payload'
>

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
