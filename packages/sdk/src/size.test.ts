import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from '@jest/globals'
import { build } from 'esbuild'

const MAX_BYTES = 6_500

it('the core is at most 6.5 kB, minified and gzipped, and imports nothing', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'index.ts')],
    tsconfig: join(import.meta.dirname, '../tsconfig.build.json'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    metafile: true,
    write: false,
    outdir: 'out',
  })
  const bytes = outputFiles.map(({ contents }) => gzipSync(contents, { level: 9 }).length)
  process.stdout.write(`packages/sdk core: ${String(bytes)} bytes minified and gzipped\n`)
  expect(bytes).toHaveLength(1)
  expect(bytes[0]).toBeLessThanOrEqual(MAX_BYTES)
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
})

it('an app that imports one name gets nothing else: the modules have no side effects', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ThroughlineError } from './index.ts'; export const Failure = ThroughlineError`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  expect(outputFiles[0]?.text).not.toContain('/api/')
})
