import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi'
import { VERSION } from '@throughline/runtime/version'
import { z } from 'zod'
import type { ParamKind, Route } from '../http/route.js'
import { describeDelivery } from './describe-delivery.js'
import { describeOps } from './describe-ops.js'
import { problemStatuses, registerProblems, type ProblemRefs } from './problem-responses.js'

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

const DESCRIPTION = `Short links that carry a visitor through an app install, the attribution of that install, and
signed webhooks to your servers.

The project key (\`x-project-key\`) identifies the project. Management calls also need an admin
token. Every error is \`application/problem+json\` with a stable \`code\` and the \`request_id\`.`

/** Built from the route table and the schemas that validate requests. */
export function buildOpenApi(routes: readonly Route[], publicUrl: string): OpenApiDocument {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'projectKey', {
    type: 'apiKey',
    in: 'header',
    name: 'x-project-key',
    description: 'The public key of the project.',
  })
  registry.registerComponent('securitySchemes', 'adminToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: '{id}|{secret}',
    description: 'An admin token of the project.',
  })
  const problems = registerProblems(registry)
  for (const route of routes) registry.registerPath(describeRoute(route, problems))
  for (const endpoint of describeOps()) registry.registerPath(endpoint)
  registry.registerWebhook(describeDelivery())
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Throughline API', version: VERSION, description: DESCRIPTION },
    servers: [{ url: publicUrl }],
  })
}

export function toTemplate(path: string): string {
  return path.replace(/:([A-Za-z_]+)/g, '{$1}')
}

function describeRoute(route: Route, problems: ProblemRefs): RouteConfig {
  const answers = Object.entries(route.answers).map(([status, answer]) => [
    status,
    {
      description: answer.description,
      ...(answer.schema === undefined ? {} : { content: contentOf(answer.schema, answer) }),
    },
  ])
  const rejections = problemStatuses(route).map((status) => [String(status), problems(status)])
  return {
    method: route.method,
    path: toTemplate(route.path),
    operationId: operationIdOf(route),
    summary: route.summary,
    tags: [route.tag],
    security: securityOf(route),
    request: requestOf(route),
    // If the route itself answers with a problem's status, its description takes precedence.
    responses: Object.fromEntries([...rejections, ...answers]) as RouteConfig['responses'],
  }
}

function contentOf(schema: z.ZodType, { contentTypes = ['application/json'] }) {
  return Object.fromEntries(contentTypes.map((type) => [type, { schema }]))
}

/** `getWebhooksByIdDeliveries`: stable and unique, like method and path. */
function operationIdOf({ method, path }: Route): string {
  const words = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'api')
    .map((segment) => (segment.startsWith(':') ? `By-${segment.slice(1)}` : segment))
    .flatMap((segment) => segment.split(/[^A-Za-z0-9]+/))
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function securityOf({ access }: Route): Record<string, string[]>[] {
  const withToken = { projectKey: [], adminToken: [] }
  return access.startsWith('management:') ? [withToken] : [{ projectKey: [] }, withToken]
}

function requestOf(route: Route): NonNullable<RouteConfig['request']> {
  const { params, query, body } = route
  return {
    ...(params === undefined ? {} : { params: paramsOf(params) }),
    // The tables contain only objects, as the generator requires.
    ...(query === undefined ? {} : { query: query as z.ZodObject }),
    ...(route.isCreate === true ? { headers: idempotencyHeader } : {}),
    ...(body === undefined
      ? {}
      : {
          body: {
            required: route.isBodyOptional !== true,
            content: { 'application/json': { schema: body } },
          },
        }),
  }
}

const PARAM_SCHEMAS: Record<ParamKind, z.ZodType> = {
  integer: z.int().min(1).max(2_147_483_647),
  uuid: z.uuid(),
  text: z.string(),
}

function paramsOf(params: Record<string, ParamKind>): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries(params).map(([name, kind]) => [name, PARAM_SCHEMAS[kind]])),
  )
}

const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'Within 24 hours, requests with the same key get the stored response.' }),
})
