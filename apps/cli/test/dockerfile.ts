import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const APPS = ['api', 'worker', 'cli'] as const
export type App = (typeof APPS)[number]

export interface Instruction {
  /** In capitals: COPY, RUN … */
  keyword: string
  /** Flags such as `--from=build`, by name without the dashes. */
  flags: Record<string, string>
  /** The text after the instruction, with continued lines joined. */
  text: string
}

export interface Stage {
  image: string
  name: string | null
  instructions: Instruction[]
}

/** Parses the stages of a Dockerfile. Supports what ours use: comments, continued lines, flags; no heredocs. */
export function parseDockerfile(source: string): Stage[] {
  const stages: Stage[] = []
  for (const instruction of source
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseLine)) {
    if (instruction.keyword === 'FROM') stages.push(openStage(instruction))
    else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

/** The texts of a stage's instructions of one kind. */
export function textsOf(stage: Stage, keyword: string): string[] {
  return stage.instructions.filter((one) => one.keyword === keyword).map(({ text }) => text)
}

/** The words of an exec form such as `["node", "index.mjs"]`. Throws if it is a shell form. */
export function execForm(text: string): string[] {
  const words: unknown = JSON.parse(text)
  if (!Array.isArray(words)) throw new Error(`not the exec form: ${text}`)
  return words.map(String)
}

/** The build stage and the final stage of an app's Dockerfile, which has no others. */
export async function readStagePair(
  root: string,
  app: App,
): Promise<{ build: Stage; final: Stage }> {
  const source = await readFile(join(root, 'apps', app, 'Dockerfile'), 'utf8')
  const [build, final, ...more] = parseDockerfile(source)
  if (build === undefined || final === undefined || more.length > 0) throw new Error('two stages')
  return { build, final }
}

function parseLine(line: string): Instruction {
  const [keyword = '', ...words] = line.trim().split(/\s+/)
  const flags: Record<string, string> = {}
  let text = line.trim().slice(keyword.length).trim()
  for (const word of words) {
    const flag = /^--([a-z-]+)=(\S+)$/.exec(word)
    if (flag === null) break
    flags[flag[1] ?? ''] = flag[2] ?? ''
    text = text.slice(word.length).trim()
  }
  return { keyword: keyword.toUpperCase(), flags, text }
}

function openStage({ text }: Instruction): Stage {
  const [image = '', , name = null] = text.split(/\s+/)
  return { image, name, instructions: [] }
}
