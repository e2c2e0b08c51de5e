import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { untilLoaded } from './screens.js'
import { button, heading, OWNER, type Stories, type World } from './world.js'

const MISSING_FILE = /^A file of the panel|dynamically imported module|preload CSS|MIME type/

export const describeStaleTabStory: Stories = (world) => {
  it('offers to reload when a screen of the former version is gone, and then opens it', async () => {
    const [context, page] = await world().panel.openAs(OWNER, 'overview')
    // With the parts that are loaded later.
    await untilLoaded(page, 'overview')
    await deploy(world(), 'one')
    await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click()
    await heading(page, 'A new version was installed').waitFor()
    await button(page, 'Reload').click()
    await heading(page, 'Webhooks').waitFor()
    await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().waitFor()
    await context.close()
    ignoreMissingFiles(world())
  }, 90_000)

  it('offers to reload when a form of the former version is gone, and then opens the form', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'links')
    await page.getByRole('link', { name: 'SPRING7' }).first().waitFor()
    await deploy(world(), 'two')
    await button(page, 'New link').first().click()
    await heading(page, 'A new version was installed').waitFor()
    await button(page, 'Reload').click()
    await page.getByRole('dialog', { name: 'New link' }).waitFor()
    expect(page.url()).toBe(at('links?form=new'))
    await context.close()
    ignoreMissingFiles(world())
  }, 90_000)
}

/** Installs the same panel as another version: under other file names, as a build of changed sources has. */
async function deploy({ panel }: World, version: string): Promise<void> {
  const assets = join(panel.filesDir, 'assets')
  await rm(join(panel.filesDir, 'assets-before'), { recursive: true, force: true })
  const all = await readdir(assets)
  const packed = all.filter((name) => /\.(br|gz)$/.test(name))
  await Promise.all(packed.map((name) => rm(join(assets, name))))
  const names = all.filter((name) => !packed.includes(name))
  const escaped = names.map((name) => name.replaceAll('.', '\\.'))
  const anyName = new RegExp(`(?<![\\w-])(${escaped.join('|')})(?![\\w-])`, 'g')
  const rewrite = async (file: string) => {
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(anyName, `${version}-$1`))
  }
  await rewrite(join(panel.filesDir, 'index.html'))
  for (const name of names) {
    if (/\.(js|css)$/.test(name)) await rewrite(join(assets, name))
    await rename(join(assets, name), join(assets, `${version}-${name}`))
  }
  await panel.api.stop()
  await panel.api.start()
}

/** Forgets what the browser and React have reported about them. */
export function ignoreMissingFiles({ panel }: World): void {
  const others = panel.faults.splice(0).filter((fault) => !MISSING_FILE.test(fault))
  panel.faults.push(...others)
}
