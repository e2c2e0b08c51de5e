import { readFileSync } from 'node:fs'

/** The command line that Prisma gives to its schema-engine binary. */
export interface EngineArguments {
  isVersion: boolean
  datamodels: [path: string, content: string][]
  databaseUrl: string
  /** The command after `cli`, such as `can-connect-to-database`; null to serve JSON-RPC. */
  command: string | null
}

/** Options whose value is not needed here. */
const IGNORED = new Set(['--enabled-preview-features', '--extension-types'])

export function readArguments(argv: string[]): EngineArguments {
  const result: EngineArguments = {
    isVersion: false,
    datamodels: [],
    databaseUrl: '',
    command: null,
  }
  const rest: string[] = []
  const values = argv[Symbol.iterator]()
  const next = () => String(values.next().value)
  for (const argument of values) {
    if (argument === '--version') result.isVersion = true
    else if (argument === '--datamodels') result.datamodels.push(readDatamodel(next()))
    else if (argument === '--datasource') result.databaseUrl = readUrl(next())
    else if (IGNORED.has(argument)) next()
    else rest.push(argument)
  }
  if (rest[0] === 'cli') result.command = rest[1] ?? ''
  return result
}

function readDatamodel(path: string): [string, string] {
  return [path, readFileSync(path, 'utf8')]
}

function readUrl(datasource: string): string {
  return (JSON.parse(datasource) as { url: string }).url
}
