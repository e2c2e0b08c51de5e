import { sdkScope } from '@throughline/contracts/scopes'
import { listPrefixes, type ProjectFilter } from '@throughline/db/projects/projects'
import type { Finding } from './finding.js'
import type { CommandContext } from './run-command.js'

const CHECK = 'project keys'
const NAMED = 10

const ADVICE: readonly { filter: ProjectFilter; advice: string }[] = [
  {
    filter: { hasScopes: sdkScope.options, isBoundToHosts: false },
    advice:
      'the key alone may do everything and create links to any host; turn off unused sdk_scopes and set allowed_destinations',
  },
  {
    filter: { hasScopes: ['campaigns:write'], sdkWrites: 'all' },
    advice: 'the key alone may change every campaign; set sdk_writes to own',
  },
]

/** Warns about projects whose public key has more permissions than most apps need (docs/project-keys.md). */
export async function checkProjectKeys({
  database,
}: Pick<CommandContext, 'database'>): Promise<string | Finding[]> {
  const findings: Finding[] = []
  for (const { filter, advice } of ADVICE) {
    const { prefixes, count } = await listPrefixes(database.prisma, filter, NAMED)
    if (count === 0) continue
    const more = count > prefixes.length ? ` and ${count - prefixes.length} more` : ''
    const detail = `${prefixes.join(', ')}${more}: ${advice} (docs/project-keys.md)`
    findings.push({ check: CHECK, ok: true, isWarning: true, detail })
  }
  return findings.length === 0 ? 'narrowed' : findings
}
