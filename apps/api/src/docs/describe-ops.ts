import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

const plain = (description: string) => ({
  description,
  content: { 'text/plain': { schema: z.string() } },
})

const ops = { method: 'get' as const, tags: ['Operations'], security: [] }

/** The endpoints outside the route table that stand on the API's own host. */
export function describeOps(): RouteConfig[] {
  return [...describeHealth(), ...describeDocs()]
}

function describeHealth(): RouteConfig[] {
  return [
    {
      ...ops,
      path: '/livez',
      operationId: 'getLivez',
      summary: 'Whether the process runs',
      responses: { 200: plain('It does.') },
    },
    {
      ...ops,
      path: '/readyz',
      operationId: 'getReadyz',
      summary: 'Whether the API can do all of its work; for alerts',
      responses: {
        200: plain('Ready.'),
        503: plain('Not ready; the text names the part that is missing.'),
      },
    },
    {
      ...ops,
      path: '/readyz/links',
      operationId: 'getReadyzLinks',
      summary: 'Whether link hosts can answer, if need be without PostgreSQL; for proxies',
      responses: {
        200: plain('Ready.'),
        503: plain('Not ready; the text names the part that is missing.'),
      },
    },
    {
      ...ops,
      path: '/tls-ask',
      operationId: 'getTlsAsk',
      summary: 'Whether a TLS front may make a certificate for a host on demand',
      request: { query: z.object({ domain: z.string().optional() }) },
      responses: {
        200: plain('The host is ours.'),
        404: plain('It is not.'),
        503: plain('The database is away, and this process can’t tell.'),
      },
    },
    {
      ...ops,
      path: '/metrics',
      operationId: 'getMetrics',
      summary: 'Prometheus metrics, for the bearer of METRICS_TOKEN',
      responses: {
        200: plain('The metrics.'),
        404: { description: 'METRICS_TOKEN is not set, or another was sent.' },
      },
    },
  ]
}

function describeDocs(): RouteConfig[] {
  return [
    {
      ...ops,
      path: '/openapi.json',
      operationId: 'getOpenapi',
      summary: 'This document',
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } },
        },
      },
    },
    {
      ...ops,
      path: '/docs',
      operationId: 'getDocs',
      summary: 'This document as pages',
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
      },
    },
  ]
}
