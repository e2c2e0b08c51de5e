import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Vectors are JSON. The schema beside them defines their structure, and a test validates them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any
export type JsonObject = Record<string, Json>

export interface Exchange {
  request: {
    method: string
    path: string
    /** Null if it must be absent. */
    headers?: Record<string, string | null>
    body?: JsonObject
  }
  response:
    | 'no_connection'
    | 'no_answer'
    | { status: number; headers?: Record<string, string>; body?: JsonObject; text?: string }
  /** Milliseconds since the first start. */
  at?: number
}

export interface Step {
  start?: JsonObject
  restart?: JsonObject
  crash?: JsonObject
  given?: Given
  clock?: number
  open?: string | string[]
  advance?: number
  call?: string
  with?: Json[]
  listen?: JsonObject[]
  result?: Json
  event?: JsonObject | null
  error?: JsonObject
}

export interface ServerState {
  campaigns?: JsonObject[]
  links?: JsonObject[]
  otherLinks?: JsonObject[]
  domains?: string[]
  clicks?: JsonObject[]
  installs?: JsonObject[]
  settings?: JsonObject
}

export interface Given {
  options?: JsonObject
  storage?: Record<string, Json>
  storageFaults?: Record<string, 'fails' | 'never' | { after: number }>
  initialUrl?: Json
  installReferrer?: Json
  clipboard?: Json
  device?: Json
  chance?: number[]
}

export interface Vector {
  name: string
  only?: 'scripted'
  reason?: string
  given?: Given
  server?: ServerState
  steps: Step[]
  http?: Exchange[]
  expect: {
    events?: JsonObject[]
    storageAtEvents?: Record<string, Json>[]
    storage?: Record<string, Json>
    log?: string[]
  }
}

const FOLDER = join(import.meta.dirname, '../../vectors')

/** The vector files by name, without the schema. */
export function readVectorFiles(): [file: string, vectors: Vector[]][] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json') && name !== 'schema.json')
    .sort()
    .map((name) => [name, (readJson(name) as { vectors: Vector[] }).vectors])
}

/** One file of the vectors. */
export function readJson(name: string): Json {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
}
