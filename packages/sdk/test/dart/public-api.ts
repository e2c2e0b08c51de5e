import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const inSource = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/** The public types of the TypeScript client, with the names that they have in Dart. */
const DART_NAMES: Record<string, string> = {
  DynalinkEvent: 'DynalinkEvent',
  AttributionResult: 'AttributionResult',
  Campaign: 'Campaign',
  CampaignStats: 'CampaignStats',
  CreateCampaignForm: 'CreateCampaignForm',
  CreateDynalinkForm: 'CreateDynalinkForm',
  ThroughlineError: 'ThroughlineException',
  Throughline: 'ThroughlineCore',
  DebugHelpers: 'DebugHelpers',
}

/** Where Dart's types differ, and why. */
const DIFFERENCES: Record<string, Record<string, string>> = {
  // A list of unnamed objects needs a class in Dart.
  CampaignStats: { clicksPerDay: 'List<ClicksOfDay>' },
  ClicksOfDay: { date: 'DateTime', count: 'int' },
  // Dart cannot distinguish null from absent: an update keeps fields that are null, and clears those in `clear`.
  CreateCampaignForm: { name: 'String?', clear: 'Set<CampaignField>' },
  ThroughlineException: { fields: 'Map<String, List<String>>?', retryAfter: 'Duration?' },
  ThroughlineCore: {
    dynamicLinkStream: 'Stream<DynalinkEvent>',
    getCampaigns: '({String? status}) => Future<List<Campaign>>',
    getCampaignStats: '(int, {int days}) => Future<CampaignStats>',
    updateCampaign: '(int, CreateCampaignForm) => Future<Campaign>',
  },
}

/** Exported names without a public Dart type: strings, synonyms, and the parts of adapters. */
const ELSEWHERE = [
  'CampaignForm CampaignStatus FieldErrors LinkEventSource LinkForm ThroughlineErrorCode',
  'DynamicLinkStream Logger ThroughlineOptions debugHelpers',
  'Adapters ClipboardSource Device DeviceSource Fetch FetchInit FetchResponse InstallReferrer',
  'InstallReferrerSource KeyValueStorage LinkSource Runtime',
]
  .join(' ')
  .split(' ')

/** Members that Dart lacks: those of Error, and members with another type there. */
const ABSENT = ['cause', 'name', 'retryAfterMs', 'stack']

/** The public names and types of the TypeScript client, in Dart's notation. */
export function readPublicApi(): object {
  const program = ts.createProgram([inSource('index.ts'), inSource('debug.ts')], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const typeOf = (name: string) => checker.getDeclaredTypeOfSymbol(exported(program, name))
  const unknown = exportsOf(program)
    .map(({ name }) => name)
    .filter((name) => !(name in DART_NAMES) && !ELSEWHERE.includes(name))
  if (unknown.length > 0) throw new Error(`Without a name in Dart: ${unknown.join(', ')}`)
  const types: Record<string, Record<string, string>> = {}
  for (const [name, dartName] of Object.entries(DART_NAMES))
    types[dartName] = { ...membersOf(checker, typeOf(name), name), ...DIFFERENCES[dartName] }
  return {
    types: { ...types, ClicksOfDay: DIFFERENCES['ClicksOfDay'] },
    sources: textsOf(typeOf('LinkEventSource')),
    codes: textsOf(typeOf('ThroughlineErrorCode')),
    options: [
      ...typeOf('ThroughlineOptions')
        .getProperties()
        .map(({ name }) => name),
      'readsClipboard',
    ].sort(),
  }
}

function exported(program: ts.Program, name: string): ts.Symbol {
  const found = exportsOf(program).find((one) => one.name === name)
  if (!found) throw new Error(`The client does not export ${name}`)
  const isAlias = (found.flags & ts.SymbolFlags.Alias) !== 0
  return isAlias ? program.getTypeChecker().getAliasedSymbol(found) : found
}

function exportsOf(program: ts.Program): ts.Symbol[] {
  const checker = program.getTypeChecker()
  return ['index.ts', 'debug.ts'].flatMap((path) => {
    const file = program.getSourceFile(inSource(path))
    const module = file && checker.getSymbolAtLocation(file)
    return module ? checker.getExportsOfModule(module) : []
  })
}

function membersOf(checker: ts.TypeChecker, type: ts.Type, name: string): Record<string, string> {
  const isError = name === 'ThroughlineError'
  const members: Record<string, string> = {}
  for (const property of type.getProperties()) {
    if (isError && ABSENT.includes(property.name)) continue
    const text = checker.typeToString(
      checker.getTypeOfSymbol(property),
      undefined,
      ts.TypeFormatFlags.NoTruncation,
    )
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
    members[property.name] = toDart(isOptional ? `${text} | undefined` : text)
  }
  return members
}

/** Converts `Promise<string | null>` to `Future<String?>`, and so on. */
function toDart(text: string): string {
  return text
    .replace(/\w+: /g, '')
    .replace(/\bstring\b|\bCampaignStatus\b/g, 'String')
    .replace(/\bboolean\b|\btrue\b/g, 'bool')
    .replace(/\bnumber\b/g, 'int')
    .replace(/\bDate\b/g, 'DateTime')
    .replace(/\bPromise</g, 'Future<')
    .replace(/(\w+)\[\]/g, 'List<$1>')
    .replace(/( \| (null|undefined))+/g, '?')
}

/** The strings of a union of strings. */
function textsOf(type: ts.Type): string[] {
  const members = type.isUnion() ? type.types : [type]
  return members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []))
}
