import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CorpusReport } from './corpus-report.js'
import { drawCalibration } from './calibration-picture.js'
import { drawCurves } from './curves-picture.js'
import { toMarkdown } from './markdown.js'

const DOCS = new URL('../../../../../docs/', import.meta.url)
const PAGE = fileURLToPath(new URL('matching.md', DOCS))

export interface Section {
  begin: string
  end: string
}

export const FIGURES: Section = {
  begin: '<!-- figures: npm run bench -- matching --seeds 101-105 --write -->',
  end: '<!-- end of figures -->',
}

export const SCALE: Section = {
  begin: '<!-- scale: npm run bench -- matching --part scale --write -->',
  end: '<!-- end of scale -->',
}

export const CONTENTION: Section = {
  begin: '<!-- crowd: npm run bench -- matching --part crowd --write -->',
  end: '<!-- end of crowd -->',
}

export async function writeDocument(report: CorpusReport): Promise<string[]> {
  return [
    await writeSection(FIGURES, toMarkdown(report)),
    await writePicture('matching-curves.svg', drawCurves(report.curves)),
    await writePicture('matching-calibration.svg', drawCalibration(report.calibration)),
  ]
}

async function writePicture(name: string, svg: string): Promise<string> {
  const file = fileURLToPath(new URL(`pictures/${name}`, DOCS))
  await writeFile(file, svg)
  return file
}

export async function writeSection(section: Section, markdown: string): Promise<string> {
  await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), section, markdown))
  return PAGE
}

/** @throws Error if the document lacks the markers */
export function replaceSection(
  document: string,
  { begin, end }: Section,
  markdown: string,
): string {
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error(`the document lacks ${begin} … ${end}`)
  return `${document.slice(0, from + begin.length)}\n\n${markdown}\n\n${document.slice(to)}`
}
