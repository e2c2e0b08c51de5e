import { randomUUID } from 'node:crypto'
import { insertProject } from '@throughline/db/projects/projects'
import type { TestApi, TestProject } from '../../../../apps/api/test/harness.js'
import { seed } from '../../../../apps/api/test/attribution-seed.js'
import { fill, type Values } from './placeholders.js'
import type { JsonObject, ServerState } from './vector.js'

/** Creates a project with the records that a vector requires. Returns the values of the vector's placeholders. */
export async function prepareProject(
  api: TestApi,
  server: ServerState,
  { index, startedAt }: { index: number; startedAt: number },
): Promise<Values> {
  const project = await newProject(api, `p${index}`)
  const wrongKey = randomUUID()
  const values: Values = {
    project_id: project.id,
    project_key: project.key,
    masked_key: `${project.key.slice(0, 4)}…${project.key.slice(-2)}`,
    wrong_key: wrongKey,
    link_host: project.linkHost,
    custom_domain: `go.p${index}.example`,
    // A separate address, so that no other vector's clicks are candidates.
    address: `203.0.${113 + (index >> 8)}.${index & 255}`,
    today: new Date(startedAt).toISOString().slice(0, 10),
    now_ms: startedAt,
    tomorrow_ms: startedAt + 24 * 60 * 60 * 1000,
  }
  const manage = async (method: string, path: string, body: JsonObject, owner = project) => {
    const answer = await api.request(method, path, { key: owner.key, token: owner.token, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body as JsonObject
  }
  for (const { ref, ...campaign } of server.campaigns ?? [])
    values[`campaign:${String(ref)}`] = (await manage('POST', '/api/campaigns', campaign))[
      'id'
    ] as number
  const ids = new Map<string, number>()
  for (const { archived, ...link } of fill(server.links ?? [], values) as JsonObject[]) {
    const made = await manage('POST', '/api/links', link)
    ids.set(String(made['code']), Number(made['id']))
    if (archived === true) await manage('DELETE', `/api/links/${String(made['code'])}`, {})
  }
  for (const link of server.otherLinks ?? [])
    await manage('POST', '/api/links', link, api.otherProject)
  for (const host of fill(server.domains ?? [], values) as string[])
    await api.database.prisma.domain.create({
      data: { projectId: project.id, host, provedAt: new Date() },
    })
  await seedVisitors(api, { project, server, values, ids })
  if (server.settings !== undefined) await manage('PUT', '/api/project', server.settings)
  return values
}

async function newProject(api: TestApi, prefix: string): Promise<TestProject> {
  const { id, key } = await insertProject(api.database.prisma, { name: prefix, prefix })
  const project = { id, key, prefix, linkHost: `${prefix}.links.test`, token: '' }
  return { ...project, token: await api.createToken(project) }
}

/** Clicks from before the vector begins, and installs that were attributed to them. */
async function seedVisitors(
  api: TestApi,
  given: { project: TestProject; server: ServerState; values: Values; ids: Map<string, number> },
): Promise<void> {
  const { project, server, values, ids } = given
  const plant = seed(api)
  for (const { code, ...click } of fill(server.clicks ?? [], values) as JsonObject[]) {
    const address = String(values['address'])
    const linkId = ids.get(String(code)) ?? 0
    const clickId = await plant.click(linkId, { ...click, project, address })
    values['click_token'] = plant.token(clickId, project)
  }
  for (const install of server.installs ?? []) {
    const answer = await api.sdk('POST', '/api/attribution/installs', {
      key: project.key,
      headers: { 'x-forwarded-for': String(values['address']) },
      body: { install_id: randomUUID(), ...install },
    })
    if (answer.body.matched !== true && install['consent'] !== false)
      throw new Error(`No match for a vector's install: ${answer.text}`)
  }
}
