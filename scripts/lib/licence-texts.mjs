import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the licence texts of the npm packages in a bundle, which must accompany every copy. */
export async function licenceTexts(root, folders) {
  const texts = await Promise.all(folders.map((folder) => licenceOf(join(root, folder))))
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

async function licenceOf(folder) {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return folder
  const { name, version, license } = JSON.parse(await readFile(manifest, 'utf8'))
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return [`${name} ${version} (${license ?? 'see its text'})`, ...texts.map((t) => t.trim())].join(
    '\n\n',
  )
}
