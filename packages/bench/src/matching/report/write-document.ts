import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CorpusReport } from './corpus-report.js'
import { toMarkdown } from './markdown.js'
import { drawPicture } from './picture.js'

const DOCS = new URL('../../../../../docs/', import.meta.url)
const BEGIN = '<!-- figures: npm run bench -- matching --write -->'
const END = '<!-- end of figures -->'

/** Puts the figures of a run into docs/matching.md, and draws its picture anew. */
export async function writeDocument(report: CorpusReport): Promise<string[]> {
  const page = fileURLToPath(new URL('matching.md', DOCS))
  const picture = fileURLToPath(new URL('pictures/matching.svg', DOCS))
  await writeFile(page, replaceFigures(await readFile(page, 'utf8'), toMarkdown(report)))
  await writeFile(picture, drawPicture(report.rules))
  return [page, picture]
}

/** @throws Error when the document has no place for them */
export function replaceFigures(document: string, figures: string): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`the document lacks ${BEGIN} … ${END}`)
  return `${document.slice(0, begin + BEGIN.length)}\n\n${figures}\n\n${document.slice(end)}`
}
