import type { FieldErrors } from '@throughline/core/lib/errors'
import type { OpenSession } from '@throughline/db/accounts/sessions'
import type { Db } from '@throughline/db/connection/database'
import type { ProjectRecord } from '@throughline/db/projects/projects'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { AppContext } from '../context.js'
import type { Access, AccountAccess, Actor } from './access.js'
import type { RateLimitClass } from '../infra/rate-limiter.js'

/** Groups of routes in the API reference. */
export type Tag =
  | 'Account'
  | 'App association'
  | 'Attribution'
  | 'Audit log'
  | 'Campaigns'
  | 'Deliveries'
  | 'Domains'
  | 'Links'
  | 'Members'
  | 'Overview'
  | 'Privacy'
  | 'Projects'
  | 'System'
  | 'Tokens'
  | 'Users'
  | 'Webhooks'

export type ParamKind = 'integer' | 'uuid' | 'text'

export interface Call<Params = Record<string, never>, Query = unknown, Body = unknown> {
  ctx: AppContext
  /** The route's transaction, or the plain client. */
  db: Db
  project: ProjectRecord
  actor: Actor
  params: Params
  query: Query
  body: Body
  /** The body as sent, for files that are stored byte for byte; empty without a body. */
  bodyText: string
  /** The caller's address; IPv4-mapped as IPv4. */
  address: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  requestId: string
  /** When the complete request had arrived, in milliseconds since 1970. */
  startedMs: number
}

/** A call without a project. */
export interface AccountCall<
  Params = Record<string, never>,
  Query = unknown,
  Body = unknown,
> extends Omit<Call<Params, Query, Body>, 'project' | 'actor'> {
  session: OpenSession
}

/** A call of a route that may have a session but needs none. */
export interface PublicCall<Query = unknown, Body = unknown> extends Omit<
  AccountCall<Record<string, never>, Query, Body>,
  'session'
> {
  session: OpenSession | null
}

export interface Answer {
  status: number
  /** Sent as JSON unless it has a content type. */
  body: unknown
  contentType?: string
  headers?: OutgoingHttpHeaders
  /** Sent instead of the body, part by part. */
  stream?: AsyncIterable<string>
  /** Server-sent events, sent instead of the body. The stream does not count for the load limit. */
  events?: Readable
  /** Runs after the commit, concurrently with the response; its errors do not affect the caller. */
  afterCommit?: () => Promise<unknown>
}

type ParamsOf<Shape extends Record<string, ParamKind>> = {
  [Name in keyof Shape]: Shape[Name] extends 'integer' ? number : string
}

/** An entry of a feature's route table, which the server, the API reference and the tests use. */
interface RouteLine<
  Shape extends Record<string, ParamKind>,
  Query extends z.ZodType,
  Body extends z.ZodType,
> {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Express syntax, `/api/webhooks/:id`. */
  path: string
  summary: string
  /** Two to four sentences in Markdown for the API reference. */
  description: string
  tag: Tag
  params?: Shape
  query?: Query
  body?: Body
  /** A valid body; the API reference prefills it. */
  example?: z.input<Body>
  /** The body may be missing, which means `{}`. */
  isBodyOptional?: boolean
  bodyLimitBytes?: number
  /** The body is the owner's JSON file, or null to remove it; the operation validates it. */
  isBodyFile?: boolean
  /**
   * Default true except for GET. `for_key`: only with an Idempotency-Key; otherwise it shares its commit with others.
   */
  isTransaction?: boolean | 'for_key'
  /** Limit of its transaction if the default is too short. */
  transactionTimeoutMs?: number
  isCreate?: boolean
  /** Supports `If-Match`; the operation calls `requireVersion`. */
  isConditional?: boolean
  /** With a session, requires a password confirmation in the last 15 minutes. */
  needsRecentSignIn?: boolean
  /** The limit by address, which is counted before the request is read. */
  addressLimit?: RateLimitClass
  /** A GET that writes: rejects HEAD. */
  rejectsHead?: boolean
  /** A GET that a ticket can read: with `format=csv` as a download, or as a page in a frame of the panel. */
  ticket?: 'csv' | 'frame'
  /** The CSV contains ids of clicks or installs, so viewers may not export it. */
  csvHasIds?: boolean
  answers: Record<
    number,
    {
      description: string
      schema?: z.ZodType
      contentTypes?: string[]
    }
  >
  problems?: number[]
}

export interface RouteSpec<
  Shape extends Record<string, ParamKind>,
  Query extends z.ZodType,
  Body extends z.ZodType,
> extends RouteLine<Shape, Query, Body> {
  access: Access
  /**
   * Checks fields that the schema accepts. Called only if the schema rejects other fields, so that the response names
   * every invalid field.
   */
  fieldRules?: (
    call: Call<ParamsOf<Shape>, z.output<Query>, Partial<z.output<Body>>>,
    rejected: FieldErrors,
  ) => Promise<FieldErrors>
  run: (call: Call<ParamsOf<Shape>, z.output<Query>, z.output<Body>>) => Promise<Answer>
}

interface AccountRouteSpec<
  Shape extends Record<string, ParamKind>,
  Query extends z.ZodType,
  Body extends z.ZodType,
> extends RouteLine<Shape, Query, Body> {
  access: 'session' | 'administrator' | 'ticket'
  run: (call: AccountCall<ParamsOf<Shape>, z.output<Query>, z.output<Body>>) => Promise<Answer>
}

interface PublicRouteSpec<Query extends z.ZodType, Body extends z.ZodType> extends RouteLine<
  Record<string, never>,
  Query,
  Body
> {
  run: (call: PublicCall<z.output<Query>, z.output<Body>>) => Promise<Answer>
}

/** An entry of the table after `route()` has checked its types. */
export interface Route extends RouteLine<Record<string, ParamKind>, z.ZodType, z.ZodType> {
  access: Access | AccountAccess
  fieldRules?: (call: never, rejected: FieldErrors) => Promise<FieldErrors>
  run: (call: never) => Promise<Answer>
}

export function route<
  Shape extends Record<string, ParamKind> = Record<string, never>,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(spec: RouteSpec<Shape, Query, Body>): Route {
  return spec
}

/** A route without a project that needs a session. */
export function accountRoute<
  Shape extends Record<string, ParamKind> = Record<string, never>,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(spec: AccountRouteSpec<Shape, Query, Body>): Route {
  return spec
}

/** A route of the panel without a session, such as sign-in. */
export function publicRoute<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(spec: PublicRouteSpec<Query, Body>): Route {
  return { ...spec, access: 'public' }
}

/** A route that the OIDC provider sends the browser to. */
export function stateRoute<Query extends z.ZodType = z.ZodType>(
  spec: PublicRouteSpec<Query, z.ZodType>,
): Route {
  return { ...spec, access: 'state' }
}

/** `getWebhooksByIdDeliveries`: stable and unique, like method and path. */
export function operationIdOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'api')
    .map((segment) => (segment.startsWith(':') ? `By-${segment.slice(1)}` : segment))
    .flatMap((segment) => segment.split(/[^A-Za-z0-9]+/))
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
