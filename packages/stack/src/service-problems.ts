import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { errorText } from './errors.js'

/** Validates the environment by the services' own readers before they start: one message lists each problem once. */
export async function findServiceProblems(
  root: string,
  env: Record<string, string>,
): Promise<string[]> {
  const problems = await Promise.all(['api', 'worker'].map((app) => askReader(root, app, env)))
  return [...new Set(problems.flat())]
}

async function askReader(
  root: string,
  app: string,
  env: Record<string, string>,
): Promise<string[]> {
  const file = pathToFileURL(join(root, 'apps', app, 'src', 'config.ts')).href
  // Loaded by file path: the stack does not import its services.
  const { readConfig } = (await import(file)) as { readConfig: (source: object) => unknown }
  try {
    readConfig(env)
    return []
  } catch (error) {
    const lines = errorText(error).split('\n')
    // A heading, then a line for each variable.
    return (lines.length > 1 ? lines.slice(1) : lines).map((line) => line.trim())
  }
}
