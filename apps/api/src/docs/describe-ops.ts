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
      summary: 'Liveness: whether the process runs',
      description:
        'Answers 200 as long as the process can answer at all. It checks no dependency, so that an orchestrator does not restart a process because its database is away.',
      responses: { 200: plain('The process runs.') },
    },
    {
      ...ops,
      path: '/readyz',
      operationId: 'getReadyz',
      summary: 'Readiness of the whole API; for alerts',
      description:
        'Answers 200 when PostgreSQL can be used and the process is not stopping. Use it for alerts and for routing API calls. The text of a 503 names what is missing.',
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
      description:
        'Answers 200 while short links can be followed, from the database, from memory or from the snapshot. Use it for the health checks of a proxy or of Kubernetes.',
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
      summary: 'Whether a TLS proxy may issue a certificate for a host on demand',
      description:
        'A TLS proxy such as Caddy asks here before it requests a certificate for a host. The answer is 200 only for a host of this installation, so that nobody can exhaust the issuer’s rate limits. It needs no credentials.',
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
      summary: 'Prometheus metrics; requires METRICS_TOKEN as a bearer token',
      description:
        'Returns the metrics of this process in Prometheus’ text format. It is off until METRICS_TOKEN is set, at least 16 characters. Send the token as `Authorization: Bearer {METRICS_TOKEN}`.',
      responses: {
        200: plain('The metrics.'),
        404: { description: 'METRICS_TOKEN is not set, or the sent token differs.' },
      },
    },
  ]
}

function describePanel(): RouteConfig {
  return {
    ...ops,
    path: '/admin',
    operationId: 'getAdmin',
    summary: 'The admin panel as a web page',
    description:
      'Serves the panel, here and at every path below that is not a file. The page is the same for everybody and asks for a session itself. It loads nothing from other hosts but the pictures of link previews.',
    responses: {
      200: { description: 'The page.', content: { 'text/html': { schema: z.string() } } },
      503: plain('The panel is not built on this installation.'),
    },
  }
}

function describeDocs(): RouteConfig[] {
  return [
    {
      ...ops,
      path: '/openapi.json',
      operationId: 'getOpenapi',
      summary: 'This document',
      description:
        'Describes every operation with its parameters, bodies and errors. Generate clients from it, or import it into an API client. Any origin may read it.',
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } },
        },
      },
    },
    {
      ...ops,
      path: '/docs/guides',
      operationId: 'getGuides',
      summary: 'The list of guides as a web page',
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
      summary: 'A guide as a web page',
      description:
        'Shows one guide. `GET /docs/guides` lists their names. Tags and errors of this document link to them.',
      request: {
        params: z.object({ name: z.string().meta({ description: 'Name of the guide' }) }),
      },
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
        404: { description: 'There is no such guide.' },
      },
    },
    {
      ...ops,
      path: '/docs',
      operationId: 'getDocs',
      summary: 'This document as a web page',
      description:
        'Shows this document as a page on which each operation can be tried. The page loads nothing from other hosts. It keeps the credentials that you enter in this browser.',
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
      },
    },
  ]
}
