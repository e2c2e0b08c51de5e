import { formatFingerprint } from '@throughline/core/association/app-ids'
import {
  makeAppSiteAssociation,
  makeAssetLinks,
  type AssociatedApps,
} from '@throughline/core/association/make-files'
import type { FileKind } from '../../api/settings.js'
import type { Apps } from '../../api/types.js'
import { appLinks as texts } from '../../texts/hosts.js'

/** An app as typed. Fingerprints are lines of one field. */
export interface AppDraft {
  packageName: string
  fingerprints: string
  teamId: string
  bundleId: string
}

export const EMPTY_APP: AppDraft = { packageName: '', fingerprints: '', teamId: '', bundleId: '' }

export function draftsOf(kind: FileKind, apps: Apps): AppDraft[] {
  if (kind === 'asset-links') {
    return apps.android.map(({ package_name, sha256_cert_fingerprints }) => ({
      ...EMPTY_APP,
      packageName: package_name,
      fingerprints: sha256_cert_fingerprints.join('\n'),
    }))
  }
  return apps.ios.map(({ team_id, bundle_id }) => ({
    ...EMPTY_APP,
    teamId: team_id,
    bundleId: bundle_id,
  }))
}

interface TypedApps extends AssociatedApps {
  android: { package_name: string; sha256_cert_fingerprints: string[] }[]
  ios: { team_id: string; bundle_id: string }[]
}

/** The apps of this platform. */
export function appsOf(kind: FileKind, drafts: readonly AppDraft[]): TypedApps {
  const isAndroid = kind === 'asset-links'
  return {
    android: !isAndroid
      ? []
      : drafts.map(({ packageName, fingerprints }) => ({
          package_name: packageName.trim(),
          sha256_cert_fingerprints: linesOf(fingerprints),
        })),
    ios: isAndroid
      ? []
      : drafts.map(({ teamId, bundleId }) => ({
          team_id: teamId.trim(),
          bundle_id: bundleId.trim(),
        })),
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The file that link hosts will serve; null if none. */
export function fileOf(kind: FileKind, { android, ios }: AssociatedApps): string | null {
  if (kind === 'asset-links') return android.length === 0 ? null : makeAssetLinks(android)
  return ios.length === 0 ? null : makeAppSiteAssociation(ios)
}

/** Formats a SHA-256 fingerprint as Android requires: AB:CD:… Null if nothing needs to change. */
export function fixFingerprints(text: string): string | null {
  const fixed = linesOf(text)
    .map((line) => formatFingerprint(line) ?? line)
    .join('\n')
  return fixed === linesOf(text).join('\n') ? null : fixed
}

/** The file's name, as phones request it. */
export function fileNameOf(kind: FileKind): string {
  return kind === 'asset-links' ? texts.androidFile : texts.iosFile
}
