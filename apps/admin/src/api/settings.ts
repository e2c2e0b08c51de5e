import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { ifMatch } from '../ui/save-version.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import type { paths } from './schema.js'
import type { Project } from './types.js'

export type ProjectChange =
  paths['/api/project']['put']['requestBody']['content']['application/json']
type AuditQuery = NonNullable<paths['/api/audit']['get']['parameters']['query']>

/** A project has at most as many tokens; other lists of the settings are shorter. */
const MOST = 100

export const settingsKey = (context: ProjectContext) => projectKey(context, 'settings')

export const projectSettingsQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'settings', 'project'),
    queryFn: ({ signal }) => unwrap(context.api.GET('/api/project', { signal })),
  })

/** The host of short URLs, with the port of the link host. */
export function shortUrlHost(project: Pick<Project, 'link_host' | 'default_link_host'>): string {
  const { link_host: linkHost, default_link_host: host } = project
  return host === null ? linkHost : `${host}${/:\d+$/.exec(linkHost)?.[0] ?? ''}`
}

/** Changes this version of the settings only. */
export const saveProject = ({ api }: ProjectContext, body: ProjectChange, version: number) =>
  unwrap(api.PUT('/api/project', { params: { header: ifMatch(version) }, body }))

export const membersQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'settings', 'members'),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/project/members', { params: { query: { limit: MOST } }, signal }),
      ),
  })

export const invitationsQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'settings', 'invitations'),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/project/invitations', { params: { query: { limit: MOST } }, signal }),
      ),
  })

export const tokensQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'settings', 'tokens'),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/project/tokens', { params: { query: { limit: MOST } }, signal }),
      ),
  })

export const domainsQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'settings', 'domains'),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/project/domains', { params: { query: { limit: MOST } }, signal }),
      ),
  })

export const auditQuery = (context: ProjectContext, query: AuditQuery) =>
  queryOptions({
    queryKey: projectKey(context, 'audit', query),
    queryFn: ({ signal }) => unwrap(context.api.GET('/api/audit', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })

export const appsQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'settings', 'apps'),
    queryFn: ({ signal }) => unwrap(context.api.GET('/api/project/apps', { signal })),
  })

/** Of the association files, by the route that reads and stores them. */
export type FileKind = 'asset-links' | 'app-site-association'

export const associationFileQuery = (context: ProjectContext, kind: FileKind) =>
  queryOptions({
    queryKey: projectKey(context, 'settings', kind),
    queryFn: ({ signal }) => unwrap(context.api.GET(`/api/project/${kind}`, { signal })),
  })

/** A host is asked again only after this time, or on demand. */
const SERVED_FRESH_MS = 60_000

/** What a link host serves in place of both files, compared with the stored ones. */
export const servedFilesQuery = (context: ProjectContext, host: string) =>
  queryOptions({
    queryKey: projectKey(context, 'settings', 'served-files', host),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/project/association-files', { params: { query: { host } }, signal }),
      ),
    staleTime: SERVED_FRESH_MS,
  })

/** Byte for byte, as it was typed; null removes it, and the file is made from the apps again. */
export const saveAssociationFile = ({ api }: ProjectContext, kind: FileKind, text: string | null) =>
  unwrap(
    api.PUT(`/api/project/${kind}`, {
      body: text,
      bodySerializer: (body) => (body as string | null) ?? 'null',
    }),
  )
