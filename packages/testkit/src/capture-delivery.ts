import { writeFile } from 'node:fs/promises'
import type { ReceivedRequest } from './receiver.js'

export type CapturedDelivery = {
  readonly headers: Readonly<Record<string, string>>
  readonly body_base64: string
  readonly secret: string
}

export function toFixture(request: ReceivedRequest, secret: string): CapturedDelivery {
  return {
    headers: headersAsSent(request.rawHeaders),
    body_base64: request.body.toString('base64'),
    secret,
  }
}

export async function captureDelivery(
  path: string | URL,
  request: ReceivedRequest,
  secret: string,
): Promise<void> {
  await writeFile(path, `${JSON.stringify(toFixture(request, secret), null, 2)}\n`)
}

function headersAsSent(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers[rawHeaders[index] ?? ''] = rawHeaders[index + 1] ?? ''
  }
  return headers
}
