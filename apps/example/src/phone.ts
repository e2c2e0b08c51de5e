import type { Adapters, Device, Fetch } from '@throughline/client'
import { webAdapters } from '@throughline/client/web'
import { referrerInHash } from './referrer.js'

const REFERRER = 'example.referrer'

/** This page in the place of a phone. */
export interface Phone {
  readonly adapters: Adapters
  /** Hands a URL to the app while it runs, as an operating system does. */
  open(url: string): void
}

/** Storage and device are the browser's; links and Play's referrer come in the page's fragment. */
export function createPhone(fetch: Fetch): Phone {
  const referrer = referrerInHash(location.hash)
  if (referrer !== null) localStorage.setItem(REFERRER, referrer)
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
      device: { getDevice: async () => (await web.device.getDevice()) ?? pretendedDevice() },
      // As Google Play does, it answers the same at every start.
      installReferrer: {
        getInstallReferrer: () => Promise.resolve(localStorage.getItem(REFERRER)),
      },
    },
  }
}

/** Forgets all that this origin stored, and starts again as an app that was just installed. */
export function startAfresh(referrer: string): void {
  localStorage.clear()
  location.hash = referrer === '' ? '' : `referrer=${encodeURIComponent(referrer)}`
  location.reload()
}

/** A desktop has no app to install; there the page plays this one. */
function pretendedDevice(): Device {
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
