// `npm run hosting-ranges`: regenerates the shipped ranges of hosting networks, from the list in packages/core and the
// database of AS numbers; after a change of either.
import { readFile, writeFile } from 'node:fs/promises'

import { deriveHostingRanges } from '../packages/core/src/net/derive-hosting-ranges.ts'
import { HOSTING_NETWORKS, HOSTING_RANGES } from '../packages/core/src/net/hosting-networks.ts'
import { countSharedRanges } from '../packages/core/src/net/shared-ranges.ts'
import { inRoot } from './lib/paths.mjs'

const read = (file) => readFile(inRoot('node_modules', '@ip-location-db', 'asn', file), 'utf8')
const { ranges, names } = deriveHostingRanges({
  ipv4: await read('asn-ipv4-num.csv'),
  ipv6: await read('asn-ipv6-num.csv'),
})
for (const [asn, name] of Object.values(HOSTING_NETWORKS).flat()) {
  const known = names.get(asn) ?? 'nothing'
  if (known !== name) console.error(`AS${asn}: the list says ${name}, the database ${known}`)
}
await writeFile(inRoot('apps', 'api', 'src', 'infra', 'hosting-ranges.bin'), ranges)
const count = countSharedRanges(ranges)
console.log(`${count} ranges of ${names.size} networks`)
const { version } = JSON.parse(await read('package.json'))
console.log(`HOSTING_RANGES must say ${count} and the date of ${version}; it says`, HOSTING_RANGES)
