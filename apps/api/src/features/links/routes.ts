import { clickBody, recordedClick } from '@throughline/contracts/clicks'
import {
  createdLinks,
  createLinkBody,
  createLinksBody,
  link,
  linkPage,
  listLinksQuery,
  updateLinkBody,
} from '@throughline/contracts/links'
import { linkQrQuery, linkStats, linkStatsQuery } from '@throughline/contracts/link-stats'
import { deletedRecord } from '@throughline/contracts/webhook'
import { z } from 'zod'
import { route } from '../../http/route.js'
import { archiveLink, updateLink } from './update-link.js'
import { createLink, createLinks } from './create-links.js'
import { drawQr } from './draw-qr.js'
import { getLink, listLinks, readStats } from './read-links.js'
import { recordClick } from './record-click.js'

const BULK_LIMIT_BYTES = 1024 * 1024

const one = { tag: 'Links', params: { code: 'text' } } as const

export const linkRoutes = [
  route({
    method: 'post',
    path: '/api/links',
    summary: 'Create a link',
    tag: 'Links',
    access: 'links:write',
    isCreate: true,
    body: createLinkBody,
    answers: { 201: { description: 'The link', schema: link } },
    problems: [409],
    run: createLink,
  }),
  route({
    method: 'post',
    path: '/api/links/bulk',
    summary: 'Create up to 100 links: all, or none if one is rejected',
    tag: 'Links',
    access: 'management:links:write',
    isCreate: true,
    body: createLinksBody,
    bodyLimitBytes: BULK_LIMIT_BYTES,
    answers: { 201: { description: 'The links, in the order given', schema: createdLinks } },
    problems: [409],
    run: createLinks,
  }),
  route({
    method: 'get',
    path: '/api/links',
    summary: 'List links, newest first',
    tag: 'Links',
    access: 'management:links:read',
    query: listLinksQuery,
    answers: { 200: { description: 'A page of links', schema: linkPage } },
    run: listLinks,
  }),
  route({
    ...one,
    method: 'get',
    path: '/api/links/:code',
    summary: 'Read a link',
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
    access: 'management:links:write',
    body: updateLinkBody,
    answers: { 200: { description: 'The link', schema: link } },
    problems: [410],
    run: updateLink,
  }),
  route({
    ...one,
    method: 'delete',
    path: '/api/links/:code',
    summary: 'Archive a link; its code stays reserved',
    access: 'management:links:write',
    answers: { 200: { description: 'The archived link', schema: deletedRecord } },
    run: archiveLink,
  }),
  route({
    ...one,
    method: 'get',
    path: '/api/links/:code/stats',
    summary: 'Count a link’s clicks by day',
    access: 'management:links:read',
    query: linkStatsQuery,
    answers: { 200: { description: 'The counts', schema: linkStats } },
    run: readStats,
  }),
  route({
    ...one,
    method: 'get',
    path: '/api/links/:code/qr',
    summary: 'Draw the QR code of a link’s short URL',
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
    tag: 'Links',
    access: 'links:read',
    params: { code: 'text' },
    body: clickBody,
    isBodyOptional: true,
    isCreate: true,
    isTransaction: 'for_key',
    answers: { 201: { description: 'The counted click', schema: recordedClick } },
    problems: [410],
    run: recordClick,
  }),
]
