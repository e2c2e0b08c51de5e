import type { DecidedInstall } from '@throughline/core/matching/explain-install'
import type { Db } from '../connection/database.js'
import type { InstallKey } from './installs.js'

type Explanation = NonNullable<DecidedInstall['explanation']>

type Row = Omit<DecidedInstall, 'codes' | 'campaignNames' | 'clickIds'> & {
  referrer: Record<string, string> | null
  params: Record<string, string> | null
}

/** A decision with its explanation and the names that it refers to, or null. */
export async function findDecidedInstall(db: Db, key: InstallKey): Promise<DecidedInstall | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT install_id AS "installId", platform, is_matched AS matched, match_type AS "matchType", confidence, reason,
           click_id AS "clickId", link_id AS "linkId", attribution_id AS "attributionId", decided_at AS "decidedAt",
           is_test AS "isTest", (trace ->> 'installed_at')::timestamptz AS "installedAt",
           CASE WHEN trace -> 'match' ? 'modelVersion' THEN trace -> 'match' END AS explanation, referrer,
           (SELECT c.params FROM clicks c
             WHERE c.id = installs.click_id AND c.project_id IS NOT DISTINCT FROM installs.project_id) AS params
      FROM installs
     WHERE project_id = ${key.projectId}::uuid AND install_id = ${key.installId}::uuid`
  if (row === undefined) return null
  const { referrer, params, ...install } = row
  return {
    ...install,
    clickIds: { referrer, click: params },
    ...(await findNames(db, key.projectId, install)),
  }
}

/** The projects that have decided an install of this id, by prefix. */
export function listProjectsOfInstall(
  db: Db,
  installId: string,
): Promise<{ id: string; prefix: string }[]> {
  // By each project's index: installs are found by project and id alone.
  return db.$queryRaw<{ id: string; prefix: string }[]>`
    SELECT p.id, p.prefix
      FROM projects p
      JOIN LATERAL (
        SELECT FROM installs i WHERE i.project_id = p.id AND i.install_id = ${installId}::uuid OFFSET 0
      ) AS install ON true
     ORDER BY p.prefix`
}

async function findNames(
  db: Db,
  projectId: string,
  { linkId, explanation }: Pick<Row, 'linkId' | 'explanation'>,
): Promise<Pick<DecidedInstall, 'codes' | 'campaignNames'>> {
  const candidates: Explanation['candidates'] = explanation?.candidates ?? []
  const linkIds = [linkId, ...candidates.map((click) => click.linkId)].filter((id) => id !== null)
  const campaignIds = candidates.map((click) => click.campaignId).filter((id) => id !== null)
  const links = await db.link.findMany({
    where: { projectId, id: { in: linkIds } },
    select: { id: true, code: true },
  })
  const campaigns = await db.campaign.findMany({
    where: { projectId, id: { in: campaignIds } },
    select: { id: true, name: true },
  })
  return {
    codes: new Map(links.map(({ id, code }) => [id, code])),
    campaignNames: new Map(campaigns.map(({ id, name }) => [id, name])),
  }
}
