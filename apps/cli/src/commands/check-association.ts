import {
  checkFile,
  effectiveFile,
  FILE_PATHS,
  type AssociationKind,
} from '@throughline/core/association/effective-file'
import { listAssociatedProjects, type AssociatedProject } from '@throughline/db/association'
import type { CliConfig } from '../config.js'
import type { Finding } from './finding.js'
import { fetchFile, type Fetched } from './fetch-file.js'
import type { CommandContext } from './run-command.js'

const CHECK = 'app files'
const KINDS: AssociationKind[] = ['asset-links', 'app-site-association']
const PAGE = 100
/** Hosts that are asked at once. */
const AT_ONCE = 8

/**
 * Fetches the association files from every host of every project that has apps, as phones do, and compares them with
 * what they should be. What is wrong is a finding each; so is what phones accept and is most often not meant.
 */
export async function checkAssociation({ config, database }: CommandContext): Promise<Finding[]> {
  const findings: Finding[] = []
  let served = 0
  let afterId: string | null = null
  for (;;) {
    const projects = await listAssociatedProjects(database.prisma, { afterId, limit: PAGE })
    const files = projects.flatMap((project) => filesOf(project, config))
    findings.push(...files.flatMap(judgeFile))
    const urls = files.flatMap(({ text, kind, hosts }) =>
      hosts.map((host) => ({ url: `${host}${FILE_PATHS[kind]}`, text })),
    )
    const broken = await judgeAll(urls)
    served += urls.length - broken.length
    findings.push(...broken)
    const last = projects.at(-1)
    if (last === undefined || projects.length < PAGE) break
    afterId = last.id
  }
  return [summarize(served, findings.length, config), ...findings]
}

function summarize(served: number, others: number, { publicUrl }: CliConfig): Finding {
  const isNone = served === 0 && others === 0
  const isHttps = publicUrl.startsWith('https:')
  const insecure = isHttps ? '' : '; but over http, and phones ask over https alone'
  const detail = isNone ? 'no project has apps' : `${served} served as they should be${insecure}`
  return { check: CHECK, ok: true, detail }
}

interface ExpectedFile {
  kind: AssociationKind
  text: string
  prefix: string
  /** `https://acme.links.example`, one for each host. */
  hosts: string[]
}

function filesOf(project: AssociatedProject, config: CliConfig): ExpectedFile[] {
  const { protocol } = new URL(config.publicUrl)
  const port = /:\d+$/.exec(config.linkBaseHost)?.[0] ?? ''
  const own = `${protocol}//${project.prefix}.${config.linkBaseHost}`
  const hosts = [own, ...project.hosts.map((host) => `${protocol}//${host}${port}`)]
  return KINDS.flatMap((kind) => {
    const { text } = effectiveFile(kind, project)
    return text === null ? [] : [{ kind, text, hosts, prefix: project.prefix }]
  })
}

/** The file by itself, once for all hosts. */
function judgeFile({ kind, text, prefix }: ExpectedFile): Finding[] {
  return checkFile(kind, text).map(({ severity, rule, path, message }) => ({
    check: CHECK,
    ok: severity === 'warning',
    detail: `${prefix}, ${kind}${path === '' ? '' : `, ${path}`}: ${rule}: ${message}`,
  }))
}

async function judgeAll(files: { url: string; text: string }[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const judged = files.slice(start, start + AT_ONCE).map(async ({ url, text }) => {
      const problem = problemOf(await fetchFile(url), text)
      return problem === null ? [] : [{ check: CHECK, ok: false, detail: `${url}: ${problem}` }]
    })
    findings.push(...(await Promise.all(judged)).flat())
  }
  return findings
}

function problemOf(fetched: Fetched, expected: string): string | null {
  if ('failure' in fetched) return fetched.failure
  const { status, type, location, text } = fetched
  if (status >= 300 && status < 400) {
    const target = location ?? 'nowhere'
    return `it redirects to ${target}, and neither platform follows; let the server in front pass this path on`
  }
  if (status !== 200)
    return `it answers ${status}, not 200; does the host reach this installation, with its Host header kept?`
  if (!/^application\/json\s*(;|$)/i.test(type))
    return `its type is ${type}, not application/json; a server in front answers or changes it`
  if (text !== expected)
    return 'it is not the file of this project; a cache in front is old (5 minutes are allowed), or another server answers'
  return null
}
