// Compiles a TypeScript module to a function in SystemJS format, which runtime.mjs calls.
import { createHash } from 'node:crypto'
import { transformSync, version } from '@swc/core'

const OPTIONS = {
  configFile: false,
  swcrc: false,
  jsc: { target: 'es2023', parser: { syntax: 'typescript', decorators: true } },
  module: { type: 'systemjs' },
  sourceMaps: true,
}

export default {
  getCacheKey: (source, filename) =>
    createHash('sha256')
      .update([version, JSON.stringify(OPTIONS), filename, source].join('\0'))
      .digest('hex'),
  process: (source, filename) => transformSync(source, { ...OPTIONS, filename }),
}
