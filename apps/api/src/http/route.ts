import type { Db } from '@throughline/db/connection/database'
import type { ProjectRecord } from '@throughline/db/projects/projects'
import type { z } from 'zod'
import type { AppContext } from '../context.js'
import type { Access, Actor } from './access.js'

/** What a path parameter must look like; anything else is a missing record. */
export type ParamKind = 'integer' | 'uuid' | 'text'

/** One request, after everything about it was checked. */
export interface Call<Params = Record<string, never>, Query = unknown, Body = unknown> {
  ctx: AppContext
  /** The transaction of a route that writes; else the plain client. */
  db: Db
  project: ProjectRecord
  actor: Actor
  params: Params
  query: Query
  body: Body
  /** The body as it was sent, for what is kept byte for byte; empty where there was none. */
  bodyText: string
  /** The caller's address, IPv4-mapped written as IPv4. */
  address: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  requestId: string
}

export interface Answer {
  status: number
  /** Sent as JSON, unless it has a type of its own. */
  body: unknown
  /** Of a body of text or bytes that is sent as it is. */
  contentType?: string
  headers?: Record<string, string>
  /** Done once the transaction has committed, beside the answer; its failure is not the caller's. */
  afterCommit?: () => Promise<unknown>
}

type ParamsOf<Shape extends Record<string, ParamKind>> = {
  [Name in keyof Shape]: Shape[Name] extends 'integer' ? number : string
}

/** A line of a feature's table: all that the server, the documents and the tests need to know of it. */
export interface RouteSpec<
  Shape extends Record<string, ParamKind>,
  Query extends z.ZodType,
  Body extends z.ZodType,
> {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Express form, `/api/webhooks/:id`. */
  path: string
  summary: string
  tag: string
  access: Access
  params?: Shape
  query?: Query
  body?: Body
  /** The body may be left out, and is then `{}`. */
  isBodyOptional?: boolean
  bodyLimitBytes?: number
  /** The body is a JSON file of the owner's, or null to take it back; its operation checks it. */
  isBodyFile?: boolean
  /**
   * Runs in one transaction; so do all but GET without being told. `for_key`: only where an Idempotency-Key has its
   * answer kept in it; else the operation commits by itself, as one must that shares its commit with others.
   */
  isTransaction?: boolean | 'for_key'
  /** How long its transaction may take, in milliseconds, where the usual limit is too short. */
  transactionTimeoutMs?: number
  /** Takes an Idempotency-Key. */
  isCreate?: boolean
  /** A GET that writes: HEAD is refused. */
  rejectsHead?: boolean
  /** Successful answers by status; the problems are the same everywhere. */
  answers: Record<
    number,
    {
      description: string
      schema?: z.ZodType
      /** Where it is not JSON. */
      contentTypes?: string[]
    }
  >
  /** Problem statuses beyond those that every route of this access has. */
  problems?: number[]
  run: (call: Call<ParamsOf<Shape>, z.output<Query>, z.output<Body>>) => Promise<Answer>
}

/** A route whose types are checked and put away: what the table holds. */
export interface Route extends Omit<
  RouteSpec<Record<string, ParamKind>, z.ZodType, z.ZodType>,
  'run'
> {
  run: (call: Call<never, never, never>) => Promise<Answer>
}

/** Checks a route's types against its operation. */
export function route<
  Shape extends Record<string, ParamKind> = Record<string, never>,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(spec: RouteSpec<Shape, Query, Body>): Route {
  return spec
}
