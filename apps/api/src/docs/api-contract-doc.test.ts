import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { isAccountAccess } from '../http/access.js'
import type { Route } from '../http/route.js'
import { routes } from '../routes.js'
import { buildOpenApi, toTemplate } from './openapi.js'

const NOT_BUILT = '**Not built yet.**'
const ROUTE = /`((?:GET|POST|PUT|DELETE) \/[^` ?]*)[^`]*`/g

const page = readFileSync(new URL('../../../../docs/api-contract.md', import.meta.url), 'utf8')

const described = Object.entries(buildOpenApi(routes, 'https://api.example').paths ?? {}).flatMap(
  ([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
)

/** The lines of the page, each with whether it describes something that is not built. */
const lines = page.split(/^## /m).flatMap((section) => {
  const isSectionNotBuilt = section.split('\n').slice(1).join('\n').trim().startsWith(NOT_BUILT)
  return section
    .split('\n')
    .map((text) => ({ text, isNotBuilt: isSectionNotBuilt || text.includes(NOT_BUILT) }))
})

/** The routes that the page names, `GET /api/links/{code}`. */
function named({ isNotBuilt }: { isNotBuilt: boolean }): string[] {
  const found = lines
    .filter((line) => line.isNotBuilt === isNotBuilt)
    .flatMap(({ text }) => [...text.matchAll(ROUTE)].map(([, name]) => name ?? ''))
  return [...new Set(found)].sort()
}

/** Who may call a route, in the words of the page's column Access. */
function accessOf({ access, isCreate }: Route): string {
  const [, ability] = /^management:(.*)$/.exec(access) ?? []
  const caller = ability === undefined ? `\`${access}\`` : `M \`${ability}\``
  const isWord = access === 'key' || isAccountAccess(access)
  return `${isWord ? access : caller}${isCreate === true ? ', K' : ''}`
}

it('docs/api-contract.md names every route of the OpenAPI document, and marks no other as built', () => {
  expect(described.length).toBeGreaterThan(routes.length)
  expect(named({ isNotBuilt: false })).toEqual([...described].sort())
})

it('docs/api-contract.md marks no existing route as not built', () => {
  const notBuilt = named({ isNotBuilt: true })
  expect(notBuilt.filter((name) => described.includes(name))).toEqual([])
})

it('docs/api-contract.md states who may call each route', () => {
  const stated = lines.flatMap(({ text }) => {
    const [, name = '', access] = /^\| `(\w+ \/api\/[^`]*)`[^|]*\| ([^|]*) \|/.exec(text) ?? []
    return access === undefined ? [] : [[name, access]]
  })
  const inCode = routes.map((route) => [
    `${route.method.toUpperCase()} ${toTemplate(route.path)}`,
    accessOf(route),
  ])
  expect(stated.sort()).toEqual(inCode.sort())
})
