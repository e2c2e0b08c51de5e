import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from '@jest/globals'
import { listPages, readPage, withoutCode } from './markdown.js'

const ROOT = join(import.meta.dirname, '../../..')

/** The fragments that GitHub and GitLab create for the headings of a page. */
function fragmentsOf(path: string): string[] {
  const headings = [...withoutCode(readPage(path)).matchAll(/^#+ (.+)$/gm)]
  const slugs = headings.map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
  return slugs.map((slug, at) => {
    const earlier = slugs.slice(0, at).filter((other) => other === slug).length
    return earlier === 0 ? slug : `${slug}-${String(earlier)}`
  })
}

function linksOf(path: string): string[] {
  const text = withoutCode(readPage(path))
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)]
  return links.map(([, inText, inHtml]) => inText ?? inHtml ?? '').filter((to) => !/^\w+:/.test(to))
}

function isBroken(from: string, link: string): boolean {
  const [path = '', fragment] = link.split('#')
  const target = path === '' ? from : normalize(join(dirname(from), path))
  if (!existsSync(join(ROOT, target))) return true
  if (fragment === undefined) return false
  return statSync(join(ROOT, target)).isDirectory() || !fragmentsOf(target).includes(fragment)
}

it('every link between pages leads to a file and a heading', () => {
  const pages = listPages()
  const links = pages.flatMap((path) => linksOf(path).map((link) => ({ path, link })))
  expect(links.length).toBeGreaterThan(300)
  expect(links.filter(({ path, link }) => isBroken(path, link))).toEqual([])
})
