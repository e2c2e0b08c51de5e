import { join } from 'node:path'

import { StackError } from '../errors.js'
import { readJsonIfPresent, writePrivateFile } from '../private-file.js'
import { runCli } from './run-cli.js'

/** The project that `npm start` creates, as printed by `project create --json`. */
export interface DemoProject {
  projectId: string
  projectKey: string
  linkHost: string
  /** Null if it was created elsewhere, because a token is shown only once. */
  adminToken: string | null
}

/**
 * Creates a missing demo project, and sample data with the first project. Stores its token in `{home}/demo.json`, mode
 * 0600, for later starts. Null if its link host is the host of PUBLIC_URL, which would hide all its links.
 */
export async function ensureDemoProject(where: {
  root: string
  cli: string
  home: string
  env: Record<string, string>
  publicUrl: string
  linkBaseHost: string
  withSample: boolean
  print: (line: string) => void
}): Promise<DemoProject | null> {
  if (!hasDemoHost(where)) {
    const { hostname } = new URL(where.publicUrl)
    where.print(`There is no demo project: its link host, ${hostname}, is the host of PUBLIC_URL.`)
    return null
  }
  const path = join(where.home, 'demo.json')
  const kept = await readJsonIfPresent(path)
  const printed = await runCli(
    where.withSample ? [...CREATE_DEMO, '--with-sample'] : CREATE_DEMO,
    where,
  )
  const isSame = kept?.['project_id'] === printed['project_id']
  const token = printed['admin_token'] ?? (isSame ? kept?.['admin_token'] : null) ?? null
  const record = { ...printed, admin_token: token }
  await writePrivateFile(path, `${JSON.stringify(record, null, 2)}\n`)
  return {
    projectId: textOf(printed, 'project_id'),
    projectKey: textOf(printed, 'project_key'),
    linkHost: textOf(printed, 'link_host'),
    adminToken: typeof token === 'string' ? token : null,
  }
}

/** Whether the link host of the demo project is not the host of PUBLIC_URL, which would hide its links. */
export function hasDemoHost(where: { publicUrl: string; linkBaseHost: string }): boolean {
  const host = `${PREFIX}.${where.linkBaseHost}`.replace(/:\d+$/, '')
  return host !== new URL(where.publicUrl).hostname
}

function textOf(record: Record<string, unknown>, name: string): string {
  const value = record[name]
  if (typeof value !== 'string') throw new StackError(`"project create" printed no ${name}.`)
  return value
}

const PREFIX = 'demo'
const CREATE_DEMO = [
  'project',
  'create',
  '--name',
  'Demo',
  '--prefix',
  PREFIX,
  '--if-missing',
  '--json',
]
