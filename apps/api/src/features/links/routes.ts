import { clickBody, recordedClick } from '@throughline/contracts/clicks'
import {
  checkedLinks,
  createLinkBody,
  createLinksBody,
  availability,
  availabilityQuery,
  link,
  linkPage,
  linksInOrder,
  listLinksQuery,
  listTagsQuery,
  managedLink,
  tagList,
  updateLinkBody,
  updateLinksBody,
} from '@throughline/contracts/links'
import { linkPreview, previewLinkBody, previewPageQuery } from '@throughline/contracts/link-preview'
import { linkQrQuery } from '@throughline/contracts/link-qr'
import { stats, statsQuery } from '@throughline/contracts/stats'
import { deletedRecord } from '@throughline/contracts/webhook'
import { z } from 'zod'
import { CSV_TYPES } from '../../http/csv.js'
import { route } from '../../http/route.js'
import { checkAvailability } from './check-availability.js'
import { archiveLink, updateLink } from './update-link.js'
import { createLink, createLinks, newLinkRules, newLinksRules } from './create-links.js'
import { validateChanges } from './validate-links.js'
import { drawQr } from './draw-qr.js'
import { previewLink, previewPage } from './preview-link.js'
import { getLink, listLinks, readStats, readTags } from './read-links.js'
import { recordClick } from './record-click.js'
import { updateLinks } from './update-links.js'

const BULK_LIMIT_BYTES = 1024 * 1024

const one = { tag: 'Links', params: { code: 'text' } } as const

export const linkRoutes = [
  route({
    method: 'post',
    path: '/api/links',
    summary: 'Create a link',
    description:
      'Creates a short link and returns its `short_url`. `actual_url` is required unless a store URL or fallback URL is sent. Without `code`, the service generates one; if the requested code is taken, the response is 409. A link with `is_deeplink` opens the app on phones.',
    tag: 'Links',
    access: 'links:write',
    isCreate: true,
    body: createLinkBody,
    fieldRules: newLinkRules,
    example: {
      actual_url: 'https://example.com/spring',
      name: 'Spring newsletter',
      is_deeplink: true,
      android_package_name: 'com.example.app',
      utm_source: 'newsletter',
      utm_medium: 'email',
      tags: ['spring'],
    },
    answers: { 201: { description: 'The link', schema: link } },
    problems: [409],
    run: createLink,
  }),
  route({
    method: 'post',
    path: '/api/links/bulk',
    summary: 'Create up to 100 links',
    description:
      'Takes the same fields as `POST /api/links` for each link. If one link is invalid, no link is created, and `errors` names each invalid field with the position of its link. The response contains the links in the order of the request. With `dry_run`, the links are only checked, and `errors` also names codes that are already used.',
    tag: 'Links',
    access: 'management:links:write',
    isCreate: true,
    body: createLinksBody,
    fieldRules: newLinksRules,
    example: {
      links: [
        { actual_url: 'https://example.com/spring', name: 'Spring' },
        { actual_url: 'https://example.com/summer', name: 'Summer' },
      ],
    },
    bodyLimitBytes: BULK_LIMIT_BYTES,
    answers: {
      200: { description: 'With `dry_run`: all links can be created', schema: checkedLinks },
      201: { description: 'The links, in the order of the request', schema: linksInOrder },
    },
    problems: [409],
    run: createLinks,
  }),
  route({
    method: 'post',
    path: '/api/links/bulk-update',
    summary: 'Archive, restore, tag or move up to 100 links',
    description:
      'Changes the links with these codes. A link that already has the requested values stays unchanged. If a code is unknown, or if a link is archived and `archived` is not sent, no link is changed, and `errors` names the code with its position. The response contains the links in the order of the request.',
    tag: 'Links',
    access: 'management:links:write',
    body: updateLinksBody,
    example: { codes: ['SPRING'], add_tags: ['sale'], remove_tags: ['draft'] },
    answers: {
      200: { description: 'The links, in the order of the request', schema: linksInOrder },
    },
    run: updateLinks,
  }),
  route({
    method: 'get',
    path: '/api/links',
    summary: 'List links, newest first',
    description:
      'Returns the links of the project, 20 per page by default, without archived ones. All given filters must match; `sort` changes the order. To get the next page, send `cursor` or `page`; only numbered pages contain `meta` with the total. With `format=csv`, the response is a file of all links.',
    tag: 'Links',
    access: 'management:links:read',
    ticket: 'csv',
    query: listLinksQuery,
    answers: {
      200: { description: 'A page of links', schema: linkPage, contentTypes: CSV_TYPES },
    },
    run: listLinks,
  }),
  route({
    method: 'post',
    path: '/api/links/preview',
    summary: 'Preview the response of a link host',
    description:
      'Returns what the link host would send to a visitor, for a saved link or for unsaved fields. The response contains the page or redirect, the rule that decided, the final destination and the preview card of messengers. Nothing is stored or counted.',
    tag: 'Links',
    access: 'management:links:read',
    isTransaction: false,
    body: previewLinkBody,
    example: {
      link: { actual_url: 'https://example.com/spring', is_deeplink: true },
      device: 'android',
      app_installed: false,
    },
    answers: { 200: { description: 'The decision', schema: linkPreview } },
    run: previewLink,
  }),
  route({
    method: 'get',
    path: '/api/links/preview/page',
    summary: 'Preview the landing page of a link',
    description:
      'Returns the page that the link host would send, without scripts and without destinations. If the visitor would be redirected, the response is 404; `POST /api/links/preview` says where to. The panel shows the page in a sandboxed frame, by a ticket.',
    tag: 'Links',
    access: 'management:links:read',
    ticket: 'frame',
    query: previewPageQuery,
    answers: {
      200: { description: 'The page', schema: z.string(), contentTypes: ['text/html'] },
    },
    run: previewPage,
  }),
  route({
    method: 'get',
    path: '/api/links/availability',
    summary: 'Check whether a code is available',
    description:
      'Returns whether a link can be created with this code. If it cannot, the response contains the reason and a similar available code. The code is not reserved; another call may take it first.',
    tag: 'Links',
    access: 'management:links:read',
    query: availabilityQuery,
    answers: { 200: { description: 'Whether the code is available', schema: availability } },
    run: checkAvailability,
  }),
  route({
    method: 'get',
    path: '/api/tags',
    summary: 'List the tags of links',
    description:
      'Returns at most 200 tags of the project’s links with the number of links, most frequent first. Archived links are not counted. `GET /api/links?tag=` lists the links of a tag.',
    tag: 'Links',
    access: 'management:links:read',
    query: listTagsQuery,
    answers: { 200: { description: 'The tags', schema: tagList } },
    run: readTags,
  }),
  route({
    ...one,
    method: 'get',
    path: '/api/links/:code',
    summary: 'Read a link',
    description:
      'Returns the link with this code; apps use it to route a visitor. For an unknown code, the response is 404; for an expired or archived link, 410. Reading a link does not count as a click.',
    access: 'links:read',
    answers: {
      200: {
        description:
          'The link. With the project key alone, each UTM field has the value that a click gets: that of the campaign, otherwise that of the link',
        schema: link,
      },
    },
    problems: [410],
    run: getLink,
  }),
  route({
    ...one,
    method: 'put',
    path: '/api/links/:code',
    summary: 'Change a link',
    description:
      'Omitted fields keep their value, null clears a nullable field, and `archived: false` restores an archived link. The code cannot be changed, because printed and shared links must stay valid. If the link has another version than `If-Match` names, the response is 412. Link hosts serve the change within seconds.',
    access: 'management:links:write',
    isConditional: true,
    body: updateLinkBody,
    fieldRules: (call) => validateChanges(call, call.body),
    example: { actual_url: 'https://example.com/summer', name: 'Summer newsletter' },
    answers: { 200: { description: 'The link', schema: managedLink } },
    problems: [410],
    run: updateLink,
  }),
  route({
    ...one,
    method: 'delete',
    path: '/api/links/:code',
    summary: 'Archive a link',
    description:
      'The short URL returns 410 from now on. The code stays reserved, and clicks and attributions of the link stay readable. `PUT` with `archived: false` restores the link.',
    access: 'management:links:write',
    answers: { 200: { description: 'The archived link', schema: deletedRecord } },
    run: archiveLink,
  }),
  route({
    ...one,
    method: 'get',
    path: '/api/links/:code/stats',
    summary: 'Count a link’s clicks and installs by day',
    description:
      'Returns clicks and installs in a span of days, with one entry for each day. Send `days`, or `from` and `to`, and the time zone `tz` of the days. `group_by` adds counts by country, platform or another dimension, and `compare=true` adds the same number of previous days. A click is counted within two seconds, in `groups` within ten seconds.',
    access: 'management:links:read',
    ticket: 'csv',
    query: statsQuery,
    answers: { 200: { description: 'The counts', schema: stats, contentTypes: CSV_TYPES } },
    run: readStats,
  }),
  route({
    ...one,
    method: 'get',
    path: '/api/links/:code/qr',
    summary: 'Draw the QR code of a link’s short URL',
    description:
      'Returns an image that encodes the `short_url`. The default format is SVG, which scales without loss; PNG takes a `size` in pixels. Scans count as ordinary clicks.',
    access: 'management:links:read',
    query: linkQrQuery,
    answers: {
      200: {
        description: 'The image',
        schema: z.string(),
        contentTypes: ['image/svg+xml', 'image/png'],
      },
    },
    problems: [410],
    run: drawQr,
  }),
  route({
    method: 'post',
    path: '/api/links/:code/click',
    summary: 'Record a click that opened the app',
    description:
      'An installed app sends this request when a link opened it, because such a click does not reach the link host. The SDK sends it automatically. The click is counted, but no install is matched to it.',
    tag: 'Links',
    access: 'links:read',
    params: { code: 'text' },
    body: clickBody,
    example: { platform: 'android', os_version: '14' },
    isBodyOptional: true,
    isCreate: true,
    isTransaction: 'for_key',
    answers: { 201: { description: 'The counted click', schema: recordedClick } },
    problems: [410],
    run: recordClick,
  }),
]
