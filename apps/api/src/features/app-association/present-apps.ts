import { projectApps } from '@throughline/contracts/association'
import { checkApps } from '@throughline/core/association/check-apps'
import type { AssociationRecord } from '@throughline/db/projects/association'
import { presentHints } from './present-file.js'

/** A project's apps, with a warning if a pasted file replaces the one made from them. */
export function presentApps(project: AssociationRecord) {
  const apps = projectApps.parse(project.apps)
  return {
    ...apps,
    hints: [
      ...presentHints(checkApps(apps)),
      ...pastedHint('android', 'asset-links', project.assetLinks),
      ...pastedHint('ios', 'app-site-association', project.appSiteAssociation),
    ],
  }
}

function pastedHint(path: string, kind: string, pasted: string | null) {
  if (pasted === null) return []
  const message = `A pasted file is served instead of the file made from these apps; to remove it, PUT null to /api/project/${kind}.`
  return [{ rule: 'pasted_file', path, message }]
}
