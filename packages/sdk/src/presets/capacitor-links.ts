import type { LinkSource } from '../adapters.js'
import { thisPage } from './page.js'
import { ignoreErrors } from './ignore-errors.js'

export interface CapacitorAppPlugin {
  getLaunchUrl(): Promise<{ readonly url: string } | undefined>
  addListener(
    eventName: 'appUrlOpen',
    listener: (event: { readonly url: string }) => void,
  ): Promise<{ remove(): Promise<void> }>
}

// Android's launch URL stays that of the first link, iOS' is the last one's: after a reload, either may be returned.
const LAUNCHED_BY = 'throughline.launch_url'
const LAST_OPENED = 'throughline.opened_url'

/** Links of Capacitor's App plugin. A link is not reported again after a reload of the web view. */
export function capacitorLinks(app: CapacitorAppPlugin): LinkSource {
  return {
    async getInitialUrl() {
      const url = (await app.getLaunchUrl())?.url || null
      if (url === null || isTold(url)) return null
      remember(LAUNCHED_BY, url)
      return url
    },
    subscribe(listener) {
      const handle = listen(app, (url) => {
        remember(LAST_OPENED, url)
        listener(url)
      })
      return () => {
        handle.then((listening) => listening?.remove()).catch(() => undefined)
      }
    },
  }
}

/** Null if the plugin fails. */
async function listen(app: CapacitorAppPlugin, tell: (url: string) => void) {
  try {
    return await app.addListener('appUrlOpen', ({ url }) => tell(url))
  } catch {
    return null
  }
}

/** The web view's sessionStorage survives a reload and ends with the app, when the same link may be opened again. */
function isTold(url: string): boolean {
  const read = (name: string) => ignoreErrors(() => thisPage.sessionStorage?.getItem(name))
  return read(LAUNCHED_BY) === url || read(LAST_OPENED) === url
}

function remember(name: string, url: string): void {
  ignoreErrors(() => thisPage.sessionStorage?.setItem(name, url))
}
