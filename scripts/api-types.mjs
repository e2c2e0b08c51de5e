// `npm run api-types`: writes the panel's types of the API from the OpenAPI document. `--check` fails when they differ.
import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

import { buildOpenApi } from '../apps/api/src/docs/openapi.ts'
import { routes } from '../apps/api/src/routes.ts'
import { inRoot } from './lib/paths.mjs'

const file = inRoot('apps', 'admin', 'src', 'api', 'schema.ts')
// Removes descriptions, which would be most of the file. A field may be called `description`; its value is a schema.
const isProse = (key, value) =>
  ['description', 'summary', 'example'].includes(key) && typeof value !== 'object'
const document = JSON.parse(
  JSON.stringify(buildOpenApi(routes, 'https://api.example'), (key, value) =>
    isProse(key, value) ? undefined : value,
  ),
)
// Not in the ignores of ESLint: it warns about an ignored file that is named in a command.
const types = `/* eslint-disable */\n// Made by "npm run api-types" from the OpenAPI document.\n${astToString(await openapiTS(document, { defaultNonNullable: false }))}`
if (!process.argv.includes('--check')) await writeFile(file, types)
else if ((await readFile(file, 'utf8').catch(() => '')) !== types) {
  process.stderr.write(
    'The types of the panel differ from the OpenAPI document. Run: npm run api-types\n',
  )
  process.exitCode = 1
}
