import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the software bill of materials of an app (CycloneDX 1.6): the npm packages in folders and in the panel, with
 * the checksums of the lock file.
 */
export async function billOfMaterials(root, { app, folders, panel }) {
  const checksums = await readChecksums(root)
  const packages = [
    ...(await Promise.all(folders.map((folder) => readManifest(join(root, folder))))),
    ...(await readPanelPackages(panel)),
  ]
  const byUrl = new Map(packages.map((one) => [packageUrl(one), one]))
  const { version } = await readJson(join(root, 'package.json'))
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: `throughline-${app}`, version } },
    components: [...byUrl.keys()].sort().map((purl) => {
      const { name, version, license } = byUrl.get(purl)
      const integrity = checksums.get(`${name}@${version}`)
      return {
        type: 'library',
        name,
        version,
        purl,
        'bom-ref': purl,
        ...(license && { licenses: [licenceChoice(license)] }),
        ...(integrity && { hashes: [toHash(integrity)] }),
      }
    }),
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'))
}

async function readManifest(folder) {
  const { name, version, license } = await readJson(join(folder, 'package.json'))
  return { name, version, license }
}

/** From the headings of the licence texts that Vite writes. */
async function readPanelPackages(panel) {
  const file = join(panel, 'THIRD-PARTY-LICENCES.md')
  if (!existsSync(file)) return []
  const headings = (await readFile(file, 'utf8')).matchAll(/^## (\S+) - (\d\S*)(?: \((.+)\))?$/gm)
  return [...headings].map(([, name, version, license]) => ({ name, version, license }))
}

/** By name and version, because a lock file names folders of one checkout. */
async function readChecksums(root) {
  const { packages } = await readJson(join(root, 'package-lock.json'))
  return new Map(
    Object.entries(packages).map(([path, { name, version, integrity }]) => [
      `${name ?? path.split('node_modules/').at(-1)}@${version}`,
      integrity,
    ]),
  )
}

/** https://github.com/package-url/purl-spec: the @ of a scope is encoded. */
function packageUrl({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** An SPDX identifier or expression, or else free text. */
function licenceChoice(license) {
  const isExpression = /^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*\)?$/.test(license)
  return isExpression ? { expression: license } : { license: { name: license } }
}

/** From Subresource Integrity, such as `sha512-` and the digest in base64. */
function toHash(integrity) {
  const [algorithm, digest] = integrity.split(/-(.*)/)
  return {
    alg: algorithm.replace('sha', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  }
}
