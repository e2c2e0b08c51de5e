import { clickBody, recordedClick } from '@throughline/contracts/clicks'
import {
  createdLinks,
  createLinkBody,
  createLinksBody,
  availability,
  availabilityQuery,
  link,
  linkPage,
  listLinksQuery,
  listTagsQuery,
  tagList,
  updateLinkBody,
} from '@throughline/contracts/links'
import { linkPreview, previewLinkBody } from '@throughline/contracts/link-preview'
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
import { previewLink } from './preview-link.js'
import { getLink, listLinks, readStats } from './read-links.js'
import { readTags } from './read-tags.js'
import { recordClick } from './record-click.js'

const BULK_LIMIT_BYTES = 1024 * 1024

const one = { tag: 'Links', params: { code: 'text' } } as const

export const linkRoutes = [
  route({
    method: 'post',
    path: '/api/links',
    summary: 'Create a link',
    description:
      'Creates a short link and returns its `short_url`. `actual_url` is required unless a store or fallback URL is given. Without `code` the service generates one; a code that is taken is answered 409 and never replaced by another. A link with `is_deeplink` opens the app on phones.',
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
    summary: 'Create up to 100 links: all, or none if one is rejected',
    description:
      'Takes the same fields as `POST /api/links` for each link. If one link is invalid, none is created, and `errors` names each wrong field with the position of its link. The response has the order of the request.',
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
    answers: { 201: { description: 'The links, in the order given', schema: createdLinks } },
    problems: [409],
    run: createLinks,
  }),
  route({
    method: 'get',
    path: '/api/links',
    summary: 'List links, newest first',
    description:
      'Returns the links of the project, 20 per page by default, without archived ones. All given filters must match; `sort` changes the order. Read on by `cursor` or by `page`; only pages by number contain `meta` with the total. With `format=csv` all of them come as a file.',
    tag: 'Links',
    access: 'management:links:read',
    query: listLinksQuery,
    answers: {
      200: { description: 'A page of links', schema: linkPage, contentTypes: CSV_TYPES },
    },
    run: listLinks,
  }),
  route({
    method: 'post',
    path: '/api/links/preview',
    summary: 'Show what a visitor would get',
    description:
      'Decides as the link host does, for a link of the project or for fields that are not saved: the page or a redirect, by which rule, where the visitor ends up, and the card in messengers. Nothing is stored or counted.',
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
    path: '/api/links/availability',
    summary: 'Check whether a code is free',
    description:
      'Returns whether a link can be created with this code, and otherwise why not and a similar code that is free. It reserves nothing: another call may take the code first.',
    tag: 'Links',
    access: 'management:links:read',
    query: availabilityQuery,
    answers: { 200: { description: 'Whether it is free', schema: availability } },
    run: checkAvailability,
  }),
  route({
    method: 'get',
    path: '/api/tags',
    summary: 'List the tags of links',
    description:
      'Returns the tags that links of the project have, with the number of links, the most frequent first and 200 at most. Archived links are left out. To list the links of a tag: `GET /api/links?tag=`.',
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
      'Returns the link with this code, as apps do to route a visitor. An unknown code is answered 404, an expired or archived link 410. Reading a link does not count as a click.',
    access: 'links:read',
    answers: {
      200: {
        description:
          'The link. With the project key alone, each UTM field has the value that a click carries: the campaign’s, otherwise the link’s',
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
      'Omitted fields keep their value, null clears a nullable field, and `archived: false` restores an archived link. The code cannot change, because printed and shared links must stay valid. With `If-Match` and the `version` that was read, a link that was changed since is answered 412. Link hosts serve the change within seconds.',
    access: 'management:links:write',
    isConditional: true,
    body: updateLinkBody,
    fieldRules: (call) => validateChanges(call, call.body),
    example: { actual_url: 'https://example.com/summer', name: 'Summer newsletter' },
    answers: { 200: { description: 'The link', schema: link } },
    problems: [410],
    run: updateLink,
  }),
  route({
    ...one,
    method: 'delete',
    path: '/api/links/:code',
    summary: 'Archive a link; its code stays reserved',
    description:
      'The short URL is answered 410 from now on. The code stays taken, and clicks and attributions of the link stay readable. `PUT` with `archived: false` restores it.',
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
      'Returns clicks and installs of a span of days, with one entry for each day. Give `days`, or `from` and `to`, and the time zone `tz` in which a day begins. `group_by` adds counts by country, platform and so on, and `compare=true` the days before. Counts follow a click within two seconds, `groups` within ten.',
    access: 'management:links:read',
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
      'Returns an image that encodes the `short_url`. SVG scales without loss and is the default; PNG takes a `size` in pixels. Scans count as ordinary clicks.',
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
      'An installed app reports here that a link opened it, because the click then did not pass the link host. The SDK does this by itself. Such a click is counted, but no install is matched to it.',
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
