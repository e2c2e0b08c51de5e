import { expect, it } from '@jest/globals'
import type { Adapters } from '../adapters.js'
import { webAdapters } from './web.js'

interface BrowserEvents {
  hashchange: { readonly oldURL: string; readonly newURL: string; readonly isTrusted: boolean }
  load: { readonly isTrusted: boolean }
}

/** A window with the types of the DOM. */
interface BrowserWindow {
  readonly location: { href: string; hash: string }
  readonly localStorage: {
    readonly length: number
    getItem(key: string): string | null
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
  readonly navigator: {
    readonly userAgent: string
    readonly maxTouchPoints: number
    readonly languages: readonly string[]
    readonly clipboard: { readText(): Promise<string>; writeText(text: string): Promise<void> }
  }
  readonly screen: { readonly width: number; readonly height: number; readonly colorDepth: number }
  readonly devicePixelRatio: number
  addEventListener<Name extends keyof BrowserEvents>(
    type: Name,
    listener: (event: BrowserEvents[Name]) => void,
    options?: object,
  ): void
  removeEventListener(type: string, listener: (event: never) => void, options?: object): void
}

it('the window of a browser satisfies the type, and so does a missing one', () => {
  const inWindow = (page: BrowserWindow): Adapters => webAdapters({ page, reportsInstall: true })
  const onServer: Adapters = webAdapters({ reportsInstall: false })
  const wrong = () => [
    // @ts-expect-error: the parameter has a name, not a switch
    webAdapters({ linkParameter: true, reportsInstall: false }),
    // @ts-expect-error: whether installs are reported must be said
    webAdapters({}),
    // @ts-expect-error: the same
    webAdapters(),
  ]
  expect([inWindow, onServer, wrong]).toHaveLength(3)
})
