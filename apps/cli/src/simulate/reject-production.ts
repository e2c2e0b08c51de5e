import got from 'got'
import { unreachable } from '../ask-api.js'
import type { CliConfig } from '../config.js'

/** Throws in production unless the operator has confirmed it. */
export async function rejectProduction(
  config: CliConfig,
  { yes }: { yes?: boolean },
): Promise<void> {
  const isProduction = config.isProduction || (await isProductionApi(config))
  if (!isProduction || yes === true) return
  throw new Error(
    `${config.publicUrl} runs in production. A simulation is not counted, but it may send test webhooks to real receivers. Confirm it with --yes.`,
  )
}

/** Outside production, the API's response to an unknown host names its URLs. A proxy may respond instead. */
async function isProductionApi({ publicUrl }: CliConfig): Promise<boolean> {
  const reply = await got(`${publicUrl}/`, {
    headers: { host: 'unknown.invalid' },
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 10_000 },
  }).catch(() => {
    throw unreachable(publicUrl)
  })
  return !reply.body.includes(`The API is at ${publicUrl}.`)
}
