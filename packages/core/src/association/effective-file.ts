import { projectApps } from '@throughline/contracts/association'
import { checkAppSiteAssociation } from './app-site-association.js'
import { checkAssetLinks } from './asset-links.js'
import type { FileProblem } from './file-problem.js'
import { makeAppSiteAssociation, makeAssetLinks } from './make-files.js'

export type AssociationKind = 'asset-links' | 'app-site-association'

export interface AssociationSources {
  apps: unknown
  assetLinks: string | null
  appSiteAssociation: string | null
}

export interface EffectiveFile {
  source: 'pasted' | 'apps' | 'none'
  /** The exact bytes that link hosts serve; null means 404. */
  text: string | null
}

/** Returns the file that link hosts serve: the pasted file, otherwise the file made from the apps, otherwise none. */
export function effectiveFile(kind: AssociationKind, sources: AssociationSources): EffectiveFile {
  const apps = projectApps.parse(sources.apps)
  const isAndroid = kind === 'asset-links'
  const pasted = isAndroid ? sources.assetLinks : sources.appSiteAssociation
  if (pasted !== null) return { source: 'pasted', text: pasted }
  if ((isAndroid ? apps.android : apps.ios).length === 0) return { source: 'none', text: null }
  const text = isAndroid ? makeAssetLinks(apps.android) : makeAppSiteAssociation(apps.ios)
  return { source: 'apps', text }
}

export function checkFile(kind: AssociationKind, text: string): FileProblem[] {
  return kind === 'asset-links' ? checkAssetLinks(text) : checkAppSiteAssociation(text)
}

export const FILE_PATHS: Record<AssociationKind, string> = {
  'asset-links': '/.well-known/assetlinks.json',
  'app-site-association': '/.well-known/apple-app-site-association',
}
