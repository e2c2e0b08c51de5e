import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

const plain = (description: string) => ({
  description,
  content: { 'text/plain': { schema: z.string() } },
})

const ops = { method: 'get' as const, tags: ['Operations'], security: [] }

/** Endpoints of the API's host outside the route table. */
export function describeOps(): RouteConfig[] {
  return [...describeHealth(), ...describeForOperators(), describePanel(), ...describeDocs()]
}

function describeHealth(): RouteConfig[] {
  return [
    {
      ...ops,
      path: '/livez',
      operationId: 'getLivez',
      summary: 'Check that the process is running',
      description:
        'Returns 200 as long as the process can respond. It checks no dependency, so an orchestrator does not restart the process because the database is unavailable.',
      responses: { 200: plain('The process is running.') },
    },
    {
      ...ops,
      path: '/readyz',
      operationId: 'getReadyz',
      summary: 'Check that the API is ready',
      description:
        'Returns 200 if PostgreSQL is available and the process is not stopping. Use it for alerts and for routing API calls. The text of a 503 names the missing dependency.',
      responses: {
        200: plain('Ready.'),
        503: plain('Not ready; the text names the missing dependency.'),
      },
    },
    {
      ...ops,
      path: '/readyz/links',
      operationId: 'getReadyzLinks',
      summary: 'Check that link hosts are ready',
      description:
        'Returns 200 while the process can serve short links from the database, from memory or from the snapshot. Link hosts may work without PostgreSQL. Returns 503 while the database lacks a migration of this version. Use it for the health checks of a proxy or of Kubernetes.',
      responses: {
        200: plain('Ready.'),
        503: plain('Not ready; the text names the missing dependency.'),
      },
    },
  ]
}

function describeForOperators(): RouteConfig[] {
  return [
    {
      ...ops,
      path: '/tls-ask',
      operationId: 'getTlsAsk',
      summary: 'Check whether a TLS proxy may request a certificate for a host',
      description:
        'A TLS proxy such as Caddy calls this endpoint before it requests a certificate for a host. The response is 200 only for a host of this installation, so other hosts cannot exhaust the rate limits of the issuer. No credentials are required.',
      request: {
        query: z.object({
          domain: z.string().optional().meta({ description: 'The host of the certificate' }),
        }),
      },
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
      summary: 'Read Prometheus metrics',
      description:
        'Returns the metrics of this process in the Prometheus text format. The endpoint is disabled until METRICS_TOKEN is set to at least 16 characters. Send the token as `Authorization: Bearer {METRICS_TOKEN}`.',
      responses: {
        200: plain('The metrics.'),
        404: { description: 'METRICS_TOKEN is not set, or the token is wrong.' },
      },
    },
  ]
}

function describePanel(): RouteConfig {
  return {
    ...ops,
    path: '/admin',
    operationId: 'getAdmin',
    summary: 'Open the admin panel',
    description:
      'Returns the page of the panel, also for every path below `/admin` that is not a file. The page is the same for all visitors and requires sign-in. It loads nothing from other hosts except images of link previews.',
    responses: {
      200: { description: 'The page.', content: { 'text/html': { schema: z.string() } } },
      503: plain('This installation has no built panel.'),
    },
  }
}

function describeDocs(): RouteConfig[] {
  return [
    {
      ...ops,
      path: '/openapi.json',
      operationId: 'getOpenapi',
      summary: 'Read this document',
      description:
        'Describes every operation with its parameters, bodies and errors. Generate clients from the document, or import it into an API client. Any origin may read it.',
      responses: {
        200: {
          description: 'The document in OpenAPI 3.1.',
          content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } },
        },
      },
    },
    {
      ...ops,
      path: '/docs/guides',
      operationId: 'getGuides',
      summary: 'Open the list of guides',
      description:
        'Lists the guides of this release. They explain how the operations work together. The pages load nothing from other hosts.',
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
      },
    },
    {
      ...ops,
      path: '/docs/guides/{name}',
      operationId: 'getGuide',
      summary: 'Open a guide',
      description:
        'Shows one guide. `GET /docs/guides` lists the names. Tags and errors of this document link to the guides.',
      request: {
        params: z.object({ name: z.string().meta({ description: 'Name of the guide' }) }),
      },
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
        404: { description: 'The guide does not exist.' },
      },
    },
    {
      ...ops,
      path: '/docs',
      operationId: 'getDocs',
      summary: 'Open the API reference',
      description:
        'Shows this document as a page that can also send requests. The page loads nothing from other hosts. It stores the credentials that you enter in this browser.',
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
      },
    },
  ]
}
