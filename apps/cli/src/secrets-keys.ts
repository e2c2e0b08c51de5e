import { readSecretsKeysFile } from '@throughline/stack/keys'
import type { CliConfig } from './config.js'

/** The key ring's text: SECRETS_KEYS, otherwise the key file in THROUGHLINE_HOME. Throws if there is neither. */
export async function readSecretsKeys(config: CliConfig): Promise<string> {
  const keys = config.secretsKeys ?? (await readSecretsKeysFile(config.home))
  if (keys === null)
    throw new Error('SECRETS_KEYS is not set, and THROUGHLINE_HOME contains no key file')
  return keys
}
