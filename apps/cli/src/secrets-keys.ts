import { readSecretsKeysFile } from '@throughline/stack/keys'
import type { CliConfig } from './config.js'

/** The key ring's text: SECRETS_KEYS, else what `npm start` keeps in THROUGHLINE_HOME. Throws when there is neither. */
export async function readSecretsKeys(config: CliConfig): Promise<string> {
  const keys = config.secretsKeys ?? (await readSecretsKeysFile(config.home))
  if (keys === null)
    throw new Error('SECRETS_KEYS is not set, and there is no key file in THROUGHLINE_HOME')
  return keys
}
