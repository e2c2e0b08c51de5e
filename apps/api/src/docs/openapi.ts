import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi'
import { VERSION } from '@throughline/runtime/version'
import { z } from 'zod'
import { isAccountAccess, isManagement } from '../http/access.js'
import { operationIdOf, type ParamKind, type Route } from '../http/route.js'
import { describeDelivery } from './describe-delivery.js'
import { describeOps } from './describe-ops.js'
import { problemStatuses, registerProblems, type ProblemRefs } from './problem-responses.js'
import { describeTags, guideOf } from './describe-tags.js'
import type { Guide } from './guides.js'

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

const DESCRIPTION = `Short links that carry a visitor through an app install, the attribution of that install, and
signed webhooks to your servers.

The project key (\`x-project-key\`) identifies the project. Management calls also need an admin
token; \`npm run cli -- token create\` prints one. Every error is \`application/problem+json\` with a stable \`code\`,
a \`detail\` that says how to fix it, and the \`request_id\`.`

const WHERE_TO_READ =
  'The [guides](/docs/guides) explain common tasks and every [error](/docs/guides/errors).'

/** Builds the OpenAPI document from the route table and the schemas that validate requests. */
export function buildOpenApi(
  routes: readonly Route[],
  publicUrl: string,
  guides: readonly Guide[] = [],
): OpenApiDocument {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'projectKey', {
    type: 'apiKey',
    in: 'header',
    name: 'x-project-key',
    description: 'The public key of the project, a UUID. The command `project create` prints it.',
  })
  registry.registerComponent('securitySchemes', 'adminToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: '{id}|{secret}',
    description:
      'An admin token of the project, `{id}|{secret}`. Create one with the command `token create` or with `POST /api/project/tokens`.',
  })
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'throughline-session',
    description:
      'The session of the panel, sent with `X-Throughline-Panel: 1` and without `Authorization`. The name of the cookie depends on PUBLIC_URL; `POST /api/auth/sign-in` sets it.',
  })
  const problems = registerProblems(registry)
  for (const route of routes)
    registry.registerPath({ ...describeRoute(route, problems), ...guideOf(route.tag, guides) })
  for (const endpoint of describeOps())
    registry.registerPath({ ...endpoint, ...guideOf('Operations', guides) })
  registry.registerWebhook(describeDelivery())
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Throughline API',
      version: VERSION,
      description: guides.length === 0 ? DESCRIPTION : `${DESCRIPTION}\n\n${WHERE_TO_READ}`,
    },
    servers: [{ url: publicUrl }],
    tags: describeTags(guides),
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
    description: route.description,
    tags: [route.tag],
    security: securityOf(route),
    request: requestOf(route),
    // If the route itself returns a problem's status, its description takes precedence.
    responses: Object.fromEntries([...rejections, ...answers]) as RouteConfig['responses'],
  }
}

function contentOf(schema: z.ZodType, { contentTypes = ['application/json'] }) {
  const csv = z.string().describe('A header line, then one line per item, without pages')
  return Object.fromEntries(
    contentTypes.map((type) => [type, { schema: type === 'text/csv' ? csv : schema }]),
  )
}

function securityOf({ access }: Route): Record<string, string[]>[] {
  const withToken = { projectKey: [], adminToken: [] }
  const withSession = { projectKey: [], session: [] }
  if (access === 'public' || access === 'state') return []
  if (isAccountAccess(access)) return [{ session: [] }]
  const managing = [withToken, withSession]
  return isManagement(access) ? managing : [{ projectKey: [] }, ...managing]
}

function requestOf(route: Route): NonNullable<RouteConfig['request']> {
  const { params, query, body } = route
  return {
    ...(params === undefined ? {} : { params: paramsOf(route.path, params) }),
    // The tables contain only objects, as the generator requires.
    ...(query === undefined ? {} : { query: query as z.ZodObject }),
    ...(route.isCreate === true ? { headers: idempotencyHeader } : {}),
    ...(route.isConditional === true ? { headers: ifMatchHeader } : {}),
    ...(body === undefined
      ? {}
      : {
          body: {
            required: route.isBodyOptional !== true,
            content: {
              'application/json': {
                schema: body,
                ...(route.example === undefined ? {} : { example: route.example }),
              },
            },
          },
        }),
  }
}

const PARAM_SCHEMAS: Record<ParamKind, z.ZodType> = {
  integer: z.int().min(1).max(2_147_483_647),
  uuid: z.uuid(),
  text: z.string(),
}

function paramsOf(path: string, params: Record<string, ParamKind>): z.ZodObject {
  return z.object(
    Object.fromEntries(
      Object.entries(params).map(([name, kind]) => {
        const description = PARAM_MEANINGS.find(([part]) => path.includes(`${part}/:${name}`))?.[1]
        if (description === undefined) throw new Error(`No description for ${name} of ${path}`)
        return [name, PARAM_SCHEMAS[kind].meta({ description })]
      }),
    ),
  )
}

/** Descriptions of path parameters by the preceding part of the path. */
const PARAM_MEANINGS: [part: string, description: string][] = [
  ['/webhooks', 'Id of the webhook'],
  ['/deliveries', 'Id of the delivery, as in `webhook-id`'],
  ['/replays', 'Id of the replay'],
  ['/links', 'Code of the link, case-sensitive'],
  ['/campaigns', 'Id of the campaign'],
  ['/domains', 'The custom domain, such as go.example.com'],
  ['/tokens', 'Id of the token, the part before `|`'],
  ['/attributions', 'Id of the attribution, as in `X-Service-Attribution-Id`'],
  ['/fingerprint', 'The fingerprint of the install response, percent-encoded'],
  ['/code', 'Code of the link, case-sensitive'],
  ['/erasures', 'Id of the erasure'],
  ['/members', 'Id of the user'],
  ['/invitations', 'Id of the invitation'],
  ['/users', 'Id of the user'],
  ['/sessions', 'Id of the session'],
  ['/former-keys', 'The former key, a UUID'],
  ['/projects', 'Id of the project'],
  ['/tickets', 'Token of the ticket, the last part of its `url`'],
]

const ifMatchHeader = z.object({
  'If-Match': z.string().optional().meta({
    description:
      'The `version` that you read, such as `"4"`. If the record has another version, the response is 412',
  }),
})

const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().min(1).max(255).optional().meta({
    description:
      'A repeated request with the same key within 24 hours returns the stored response.',
  }),
})
