import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|txt)$/

/** Writes `.br` and `.gz` beside each file, so that the API need not compress. */
export function compressFiles(): Plugin {
  let assets = ''
  return {
    name: 'compress-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir }) {
        assets = join(dir ?? 'dist', 'assets')
        const names = (await readdir(assets)).filter((name) => COMPRESSIBLE.test(name))
        await Promise.all(names.map((name) => compress(join(assets, name))))
      },
    },
  }
}

/** The quality of the served files; budgets count these bytes. */
export async function toBrotli(content: Uint8Array): Promise<Buffer> {
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  })
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const [brotli, gzipped] = await Promise.all([
    toBrotli(content),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}
