import type { Adapters, Device, Fetch } from '@throughline/client'
import { webAdapters } from '@throughline/client/web'

/** This page in the place of a phone. */
export interface Phone {
  readonly adapters: Adapters
  /** Hands a URL to the app while it runs, as an operating system does. */
  open(url: string): void
}

/** Storage is the browser's. Links come in the page's fragment, `#open=`, or by `open`. */
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
      // As Google Play does, it answers the same at every start.
      installReferrer: { getInstallReferrer: () => Promise.resolve(referrerOf(storeUrl)) },
    },
  }
}

/** What Google Play passes to the app that it installs from this URL. */
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
