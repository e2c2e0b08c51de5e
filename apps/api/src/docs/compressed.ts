import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

const compress = promisify(gzip)

/** Serves a file that is the same for all callers. Reads it on the first request and compresses it once. */
export function compressed(type: string, read: () => Promise<Buffer> | Buffer): RequestHandler {
  let plain: Promise<Buffer> | undefined
  let zipped: Promise<Buffer> | undefined
  return async (request, response) => {
    plain ??= Promise.resolve(read())
    response.type(type).vary('Accept-Encoding')
    if (request.acceptsEncodings('gzip') === false) {
      response.send(await plain)
      return
    }
    zipped ??= plain.then((bytes) => compress(bytes))
    response.set('Content-Encoding', 'gzip').send(await zipped)
  }
}
