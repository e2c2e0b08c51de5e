import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Undefined if Chromium is not installed. */
export const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))

/** @param names hosts that lead to this machine, such as `panel.test` or `*.localhost` */
export function launchBrowser(names: readonly string[] = []): Promise<Browser> {
  const rules = names.map((name) => `MAP ${name} 127.0.0.1`).join(', ')
  return chromium.launch({
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`]),
    ],
    timeout: 120_000,
  })
}
