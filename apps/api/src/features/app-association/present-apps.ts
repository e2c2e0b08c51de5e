import { projectApps } from '@throughline/contracts/association'
import { checkApps } from '@throughline/core/association/check-apps'
import type { AssociationRecord } from '@throughline/db/projects/association'
import { presentHints } from './present-file.js'

/** The apps of a project, with a word where a pasted file stands in for the one made from them. */
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
  const message = `A pasted file is served instead of one made from these apps; PUT null to /api/project/${kind} to take it back.`
  return [{ rule: 'pasted_file', path, message }]
}
