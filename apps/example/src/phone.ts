import type { Adapters, Device, Fetch } from '@throughline/client'
import { webAdapters } from '@throughline/client/web'

/** The page as a simulated phone. */
export interface Phone {
  readonly adapters: Adapters
  /** Passes a URL to the running app, like an operating system. */
  open(url: string): void
}

/** Uses the browser's storage. Links come from the page's fragment (`#open=`) or from `open`. */
export function createPhone(fetch: Fetch, storeUrl: string | null): Phone {
  const web = webAdapters({ linkParameter: 'open', reportsInstall: true })
  let open: Phone['open'] = () => undefined
  return {
    open: (url) => open(url),
    adapters: {
      ...web,
      fetch,
      links: {
        ...web.links,
        subscribe(listener) {
          open = listener
          return web.links.subscribe(listener)
        },
      },
      device: { getDevice: async () => (await web.device.getDevice()) ?? simulatedDevice() },
      // Like Google Play, it returns the same referrer at every start.
      installReferrer: { getInstallReferrer: () => Promise.resolve(referrerOf(storeUrl)) },
    },
  }
}

/** The referrer that Google Play passes to an app installed from this URL. */
export function referrerOf(storeUrl: string | null): string | null {
  return storeUrl === null ? null : new URL(storeUrl).searchParams.get('referrer')
}

/** A desktop has no app to install. */
function simulatedDevice(): Device {
  return {
    platform: 'android',
    osVersion: '14',
    model: 'Pixel 7',
    screenWidth: 412,
    screenHeight: 915,
    pixelRatio: 2.625,
    languages: navigator.languages,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
