import { readFile } from 'node:fs/promises'

import { must } from '../../apps/cli/src/rehearse/must.js'
import { inspect, run } from './compose.js'

interface BillOfMaterials {
  metadata: { component: { name: string; version: string } }
  components: object[]
}

/**
 * Checks the label, `--version` and the bill of materials of images. Prints their sizes in one line, which the nightly
 * report repeats.
 *
 * @param images ids by app
 */
export async function checkImages(images: Record<string, string>): Promise<void> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  const sizes: string[] = []
  for (const [app, image] of Object.entries(images)) {
    const label = '{{index .Config.Labels "org.opencontainers.image.version"}}'
    must((await inspect(image, label)) === version, `the label of ${app} is ${version}`)
    const printed = await run('docker', ['run', '--rm', image, '--version'])
    must(printed.stdout === `${version}\n`, `${app} prints its version`)
    const { metadata, components } = await readBill(image)
    must(metadata.component.name === `throughline-${app}`, `the bill of ${app} names it`)
    must(components.length > 0, `the bill of ${app} lists packages`)
    const bytes = await sizeOf(image)
    const ownBytes = bytes - (await sizeOf(await baseOf(app)))
    const own = `${megabytes(ownBytes)} above its base`
    sizes.push(`${app} ${megabytes(bytes)} (${own}, ${components.length} npm packages)`)
  }
  console.log(`Sizes of images: ${sizes.join(', ')}`)
}

async function readBill(image: string): Promise<BillOfMaterials> {
  const args = ['run', '--rm', '--entrypoint', 'cat', image, 'sbom.cdx.json']
  const { stdout } = await run('docker', args, { maxBuffer: 64_000_000 })
  return JSON.parse(stdout) as BillOfMaterials
}

async function baseOf(app: string): Promise<string> {
  const text = await readFile(`apps/${app}/Dockerfile`, 'utf8')
  return /^FROM (\S+)$/m.exec(text)?.[1] ?? ''
}

async function sizeOf(image: string): Promise<number> {
  return Number(await inspect(image, '{{.Size}}'))
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
