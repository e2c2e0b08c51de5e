import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { linkDetail as texts } from '../texts/links.js'
import { ApiError, unwrap } from './client.js'
import { projectKey } from './keys.js'
import type { paths } from './schema.js'
import { createTicket } from './tickets.js'

export type LinkInput = paths['/api/links']['post']['requestBody']['content']['application/json']
export type PreviewInput =
  paths['/api/links/preview']['post']['requestBody']['content']['application/json']
export type LinksChange =
  paths['/api/links/bulk-update']['post']['requestBody']['content']['application/json']
type ListQuery = NonNullable<paths['/api/links']['get']['parameters']['query']>

export const PER_PAGE = 20

export const linksQuery = (context: ProjectContext, query: ListQuery) =>
  queryOptions({
    queryKey: projectKey(context, 'links', 'list', query),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/links', {
          params: { query: { per_page: PER_PAGE, page: 1, ...query } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Changes the same fields of several links: all, or none. */
export const updateLinks = ({ api }: ProjectContext, body: LinksChange) =>
  unwrap(api.POST('/api/links/bulk-update', { body }))

/** Also returns archived and expired links, for which `GET /api/links/{code}` returns 410. */
export const linkQuery = (context: ProjectContext, code: string) =>
  queryOptions({
    queryKey: projectKey(context, 'links', 'one', code),
    queryFn: async ({ signal }) => {
      const { data } = await unwrap(
        context.api.GET('/api/links', { params: { query: { code } }, signal }),
      )
      const [link] = data
      if (link === undefined) throw new ApiError(404, { detail: texts.notFound(code) })
      return link
    },
  })

/** Whether a link can be created with this code, and otherwise why not and which similar code is free. */
export const availabilityQuery = (context: ProjectContext, code: string) =>
  queryOptions({
    queryKey: projectKey(context, 'links', 'availability', code),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/links/availability', { params: { query: { code } }, signal })),
    enabled: code !== '',
  })

/** The most frequent tags that contain a text. */
export const tagsQuery = (context: ProjectContext, search = '') =>
  queryOptions({
    queryKey: projectKey(context, 'links', 'tags', search),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/tags', {
          params: { query: search === '' ? {} : { search } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Where a visitor ends up. Nothing is counted. */
export const previewQuery = (context: ProjectContext, body: PreviewInput) =>
  queryOptions({
    queryKey: projectKey(context, 'links', 'preview', body),
    queryFn: ({ signal }) => unwrap(context.api.POST('/api/links/preview', { body, signal })),
    placeholderData: keepPreviousData,
  })

/**
 * The path of the landing page for a frame. It works once.
 * @param mount names the frame, so that two never get the same path
 */
export const framedPageQuery = (
  context: ProjectContext,
  mount: string,
  { code, link, device }: Pick<PreviewInput, 'code' | 'link' | 'device'>,
) =>
  queryOptions({
    queryKey: projectKey(context, 'framed-page', mount, code, link, device),
    queryFn: () =>
      createTicket(context, '/api/links/preview/page', {
        ...(code === undefined ? {} : { code }),
        ...(device === undefined ? {} : { device }),
        link: JSON.stringify(link),
      }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })

/** The QR code as a data URL, because an image element cannot send the headers. */
export const qrQuery = (context: ProjectContext, code: string) =>
  queryOptions({
    queryKey: projectKey(context, 'links', 'qr', code),
    queryFn: async ({ signal }) => {
      const picture = await readQr(context, code, { format: 'svg', margin: 1, signal })
      return `data:image/svg+xml,${encodeURIComponent(await picture.text())}`
    },
    staleTime: Infinity,
  })

interface QrOptions {
  format: 'svg' | 'png'
  size?: number
  margin?: number
  signal?: AbortSignal
}

export function readQr(
  { api }: ProjectContext,
  code: string,
  { signal, ...query }: QrOptions,
): Promise<Blob> {
  const answering = api.GET('/api/links/{code}/qr', {
    params: { path: { code }, query },
    parseAs: 'blob',
    ...(signal === undefined ? {} : { signal }),
  })
  return unwrap(answering as Promise<{ data?: Blob; error?: unknown; response: Response }>)
}
