/**
 * `npm run pictures`: takes docs/pictures/example-app.png and first-minutes.png from running programs. Needs Chromium,
 * and the ports of `npm start`.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startNode } from '@throughline/testkit/node-program'
import { chromium, type Browser, type Page } from 'playwright-core'
import { startWholeStack } from './whole-stack.js'

const pictures = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))
const APP_PICTURE = `${pictures}/example-app.png`

async function main(): Promise<void> {
  const stack = await startWholeStack({ port: 3000, workerPort: 3001 })
  const listener = await startNode(['scripts/run.mjs', 'apps/cli/src/index.ts', 'listen'], {
    THROUGHLINE_HOME: stack.home,
  })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await listener.waitForOutput('whsec_')
    await followStory(browser, stack.exampleUrl)
    await listener.waitForOutput('install_attributed')
    await compose(browser, { start: stack.screen, listen: listener.stdout() })
  } finally {
    await browser.close()
    listener.signalGroup('SIGINT')
    await listener.ended
    await stack.close()
  }
}

async function followStory(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1080, height: 810 } })
  await page.goto(url)
  for (const step of [1, 2, 3, 4]) await page.click(`#step-${step}:enabled`)
  await page.waitForSelector('#notes .ok')
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement.blur()')
  await page.screenshot({ path: APP_PICTURE })
}

/** Draws two terminals next to the page. */
async function compose(browser: Browser, text: { start: string; listen: string }): Promise<void> {
  const page: Page = await browser.newPage({ viewport: { width: 1520, height: 700 } })
  const app = (await readFile(APP_PICTURE)).toString('base64')
  const start = text.start.split('\n').filter((line) => /^ {2}[A-Z][\w ]+ /.test(line))
  const listen = text.listen.trim().split('\n')
  await page.setContent(`<!doctype html><style>${STYLE}</style>
    <section>${heading(1, 'Start everything')}${terminal('npm start', start)}
    ${heading(3, 'See the signed webhook')}${terminal('npm run -s cli -- listen', listen)}</section>
    <section>${heading(2, 'Follow an ad through an install, in four clicks')}
    <img src="data:image/png;base64,${app}" alt=""></section>`)
  await page.screenshot({ path: `${pictures}/first-minutes.png`, fullPage: true })
}

function heading(number: number, words: string): string {
  return `<h2><b>${number}</b>${words}</h2>`
}

function terminal(command: string, lines: readonly string[]): string {
  const output = lines.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<pre><b>$ ${command}</b>\n${output}</pre>`
}

const STYLE = `
  body { margin: 0; padding: 22px; display: grid; grid-template-columns: 610px 1fr; gap: 24px;
    background: #e9edf5; color: #16181d; font: 600 17px system-ui, sans-serif }
  h2 { display: flex; align-items: center; gap: 10px; margin: 0 0 10px; font-size: 18px }
  h2 b { display: grid; place-items: center; width: 28px; height: 28px; border-radius: 50%;
    background: #2453d6; color: #fff; font-size: 15px }
  pre { margin: 0 0 22px; padding: 16px 18px; overflow: hidden; border-radius: 12px; background: #14161b;
    color: #c9cfdb; font: 12.5px/1.5 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }
  pre b { color: #8fd6a9 }
  img { display: block; width: 100%; border-radius: 14px; box-shadow: 0 6px 24px rgb(0 0 0 / 14%) }`

await main()
