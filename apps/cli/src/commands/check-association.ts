import {
  checkFile,
  effectiveFile,
  FILE_PATHS,
  type AssociationKind,
} from '@throughline/core/association/effective-file'
import {
  listAssociatedProjects,
  type AssociatedProject,
} from '@throughline/db/projects/association'
import { servedProblem } from '@throughline/core/association/served-file'
import { fetchFile } from '@throughline/runtime/fetch-file'
import type { HostReach } from '@throughline/runtime/host-reach'
import type { CliConfig } from '../config.js'
import type { Finding } from './finding.js'
import { createHostReach } from './host-reach.js'
import { linkOrigin, ownLinkHost } from './link-origin.js'
import { BOUNDS, reportUnchecked, checkHosts } from './check-hosts.js'
import type { CommandContext } from './run-command.js'

const CHECK = 'app files'
const KINDS: AssociationKind[] = ['asset-links', 'app-site-association']
const PAGE = 100

/**
 * Fetches the association files from every host of every project with apps, as phones do, and compares them with the
 * expected files. Each problem is a finding, and so are probable mistakes that phones accept. Reads all files;
 * requests hosts within the bounds.
 */
export async function checkAssociation(
  { config, database }: CommandContext,
  reach: HostReach = createHostReach(config),
): Promise<Finding[]> {
  const { hosts, hostCount, findings } = await gather({ config, database })
  const { findings: broken, asked } = await checkHosts(hosts, (host) => validateHost(host, reach))
  const files = hosts.slice(0, asked).reduce((sum, host) => sum + host.files.length, 0)
  const others = [...findings, ...broken, ...reportUnchecked(CHECK, hostCount - asked)]
  return [summarize(files - broken.length, others.length, config), ...others]
}

function summarize(served: number, others: number, { publicUrl }: CliConfig): Finding {
  const isNone = served === 0 && others === 0
  const isHttps = publicUrl.startsWith('https:')
  const insecure = isHttps ? '' : '; but over http, and phones use only https'
  const detail = isNone ? 'no project has apps' : `${served} served correctly${insecure}`
  return { check: CHECK, ok: true, detail }
}

interface ExpectedFile {
  kind: AssociationKind
  text: string
}

interface Host {
  origin: string
  files: ExpectedFile[]
}

/** The hosts to request within the bounds, their total number, and problems of the files themselves. */
async function gather({ config, database }: CommandContext) {
  const gathered = { hosts: new Array<Host>(), hostCount: 0, findings: new Array<Finding>() }
  let afterId: string | null = null
  for (;;) {
    const projects = await listAssociatedProjects(database.prisma, { afterId, limit: PAGE })
    for (const project of projects) {
      const files = filesOf(project)
      gathered.findings.push(...files.flatMap((file) => validateFile(file, project.prefix)))
      const hosts = files.length === 0 ? [] : hostsOf(project, config)
      gathered.hostCount += hosts.length
      const asked = hosts.slice(0, BOUNDS.hosts - gathered.hosts.length)
      gathered.hosts.push(...asked.map((origin) => ({ origin, files })))
    }
    const last = projects.at(-1)
    if (last === undefined || projects.length < PAGE) return gathered
    afterId = last.id
  }
}

function filesOf(project: AssociatedProject): ExpectedFile[] {
  return KINDS.flatMap((kind) => {
    const { text } = effectiveFile(kind, project)
    return text === null ? [] : [{ kind, text }]
  })
}

function hostsOf({ prefix, hosts }: AssociatedProject, config: CliConfig): string[] {
  return [ownLinkHost(config, prefix), ...hosts].map((host) => linkOrigin(config, host))
}

function validateFile({ kind, text }: ExpectedFile, prefix: string): Finding[] {
  return checkFile(kind, text).map(({ severity, rule, path, message }) => ({
    check: CHECK,
    ok: severity === 'warning',
    detail: `${prefix}, ${kind}${path === '' ? '' : `, ${path}`}: ${rule}: ${message}`,
  }))
}

async function validateHost({ origin, files }: Host, reach: HostReach): Promise<Finding[]> {
  const checks = files.map(async ({ kind, text }) => {
    const url = `${origin}${FILE_PATHS[kind]}`
    const problem = servedProblem(await fetchFile(url, reach), text)
    if (problem === null) return []
    return [{ check: CHECK, ok: false, detail: `${url}: ${problem.message}` }]
  })
  return (await Promise.all(checks)).flat()
}
