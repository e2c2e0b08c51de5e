import { checkPrefix } from '@throughline/core/links/short-code'
import { inTransaction, type Database } from '@throughline/db/connection/database'
import { directVariable } from '@throughline/db/connection/pooler-check'
import { writeAudit } from '@throughline/db/projects/audit'
import {
  findProjectByPrefix,
  insertProject,
  type ProjectRecord,
} from '@throughline/db/projects/projects'
import { hostOf } from '@throughline/runtime/host-reach'
import type { CliConfig } from '../config.js'
import { readSecretsKeys } from '../secrets-keys.js'
import { createToken } from './create-token.js'
import { explainError } from './explain-error.js'
import { ownLinkHost } from './link-origin.js'

export interface CreateProjectOptions {
  name: string
  prefix: string
  /** Returns an existing project with that prefix, without a token, instead of failing. */
  ifMissing?: boolean
  /** Also creates a project of sample data, if there is no project yet. */
  withSample?: boolean
}

/** Creates a project with its first admin token, which is shown only once. */
export async function createProject(
  context: { config: CliConfig; database: Database },
  options: CreateProjectOptions,
): Promise<Record<string, unknown>> {
  const { config, database } = context
  const reason = checkPrefix(options.prefix)
  if (options.name.trim() === '') throw new Error('--name: Enter a name for the project.')
  if (reason !== null) throw new Error(`--prefix ${options.prefix}: ${reason}`)
  const existing = await findProjectByPrefix(database.prisma, options.prefix)
  if (existing !== null) {
    if (options.ifMissing === true) return present(config, existing, null)
    throw new Error(
      `The prefix ${options.prefix} is taken. Choose another --prefix, or create a token for that project: token create --project ${options.prefix}`,
    )
  }
  rejectHidden(config, options.prefix)
  // Created first, so that a call after an interruption finds no other project.
  if (options.withSample === true) await addSample(context)
  return inTransaction(database, async (db) => {
    const project = await insertProject(db, { name: options.name, prefix: options.prefix })
    const { token } = await createToken(db, project, { name: 'first token' })
    await writeAudit(db, {
      projectId: project.id,
      actor: 'cli',
      action: 'project.create',
      target: `project:${project.id}`,
    })
    return present(config, project, token)
  })
}

/** Creates the sample project. A failure is only printed. Loaded on demand, because the images do not contain it. */
async function addSample({ config, database }: { config: CliConfig; database: Database }) {
  if (config.isProduction)
    throw new Error('--with-sample: Sample data is not available in production.')
  const { createSample, SAMPLE_PREFIX } = await import('../sample/create-sample.js')
  try {
    rejectHidden(config, SAMPLE_PREFIX)
    await createSample(database, { secretsKeys: await readSecretsKeys(config) })
  } catch (error) {
    const reason = explainError(error, directVariable(config))
    console.error(
      'Could not create sample data:',
      reason instanceof Error ? reason.message : reason,
    )
  }
}

/** Hosts are compared without port, and PUBLIC_URL's host serves the API: no link would be found there. */
function rejectHidden(config: CliConfig, prefix: string): void {
  const linkHost = ownLinkHost(config, prefix)
  if (linkHost !== hostOf(config.publicUrl)) return
  throw new Error(
    `--prefix ${prefix}: Choose another prefix; ${linkHost} is the host of PUBLIC_URL, which serves the API and no links.`,
  )
}

function present(
  config: CliConfig,
  project: ProjectRecord,
  token: string | null,
): Record<string, unknown> {
  return {
    project_id: project.id,
    project_key: project.key,
    link_host: `${project.prefix}.${config.linkBaseHost}`,
    admin_token: token,
  }
}
