import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

const plain = (description: string) => ({
  description,
  content: { 'text/plain': { schema: z.string() } },
})

const ops = { method: 'get' as const, tags: ['Operations'], security: [] }

/** Endpoints of the API's host outside the route table. */
export function describeOps(): RouteConfig[] {
  return [...describeHealth(), ...describeDocs()]
}

function describeHealth(): RouteConfig[] {
  return [
    {
      ...ops,
      path: '/livez',
      operationId: 'getLivez',
      summary: 'Liveness: whether the process runs',
      responses: { 200: plain('The process runs.') },
    },
    {
      ...ops,
      path: '/readyz',
      operationId: 'getReadyz',
      summary: 'Readiness of the whole API; for alerts',
      responses: {
        200: plain('Ready.'),
        503: plain('Not ready; the text names the missing dependency.'),
      },
    },
    {
      ...ops,
      path: '/readyz/links',
      operationId: 'getReadyzLinks',
      summary: 'Readiness of the link hosts, which may work without PostgreSQL; for proxies',
      responses: {
        200: plain('Ready.'),
        503: plain('Not ready; the text names the missing dependency.'),
      },
    },
    {
      ...ops,
      path: '/tls-ask',
      operationId: 'getTlsAsk',
      summary: 'Whether a TLS proxy may issue a certificate for a host on demand',
      request: { query: z.object({ domain: z.string().optional() }) },
      responses: {
        200: plain('The host belongs to this installation.'),
        404: plain('The host is unknown.'),
        503: plain('The database is unavailable, so the host cannot be checked.'),
      },
    },
    {
      ...ops,
      path: '/metrics',
      operationId: 'getMetrics',
      summary: 'Prometheus metrics; requires METRICS_TOKEN as a bearer token',
      responses: {
        200: plain('The metrics.'),
        404: { description: 'METRICS_TOKEN is not set, or the sent token differs.' },
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
      summary: 'This document as a web page',
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
      },
    },
  ]
}
