/** An app's code that uses the published package, with modules of the types that presets accept. */
export const CONSUMER = `
import { Throughline, ThroughlineError, type Adapters, type DynalinkEvent } from '@throughline/client'
import { capacitorAdapters, type CapacitorPlugins } from '@throughline/client/capacitor'
import { expoAdapters, type ExpoModules } from '@throughline/client/expo'
import { reactNativeAdapters, type ReactNativeModules } from '@throughline/client/react-native'
import { webAdapters } from '@throughline/client/web'

export async function start(native: ReactNativeModules, expo: ExpoModules, plugins: CapacitorPlugins) {
  const adapters: Adapters[] = [
    webAdapters({ linkParameter: 'open', reportsInstall: false }),
    reactNativeAdapters(native),
    expoAdapters(expo),
    capacitorAdapters(plugins),
  ]
  for (const one of adapters) {
    const throughline = await Throughline.initialize({
      publicKey: '00000000-0000-4000-8000-000000000001',
      projectId: '00000000-0000-4000-8000-000000000002',
      baseUrl: 'https://api.example.com',
      linkHost: 'acme.links.example',
      adapters: one,
    })
    const end = throughline.dynamicLinkStream.subscribe((event: DynalinkEvent) => {
      const url: string = event.actualUrl
      const at: Date | null = event.attributedAt
      void [url, at]
    })
    const gclid: string | null = await throughline.getLastGclid()
    try {
      const shortUrl: string = await throughline.createShortenedLink({ url: 'https://shop.example' })
      void [gclid, shortUrl]
    } catch (error) {
      if (error instanceof ThroughlineError && error.code === 'no_connection') end()
    }
  }
}
`

/** Code that must not compile in an app. */
export const WRONG_CONSUMER = `
import { Throughline } from '@throughline/client'
import { webAdapters } from '@throughline/client/web'

Throughline.initialize({ publicKey: 'a', projectId: 'b', adapters: webAdapters({ reportsInstall: false }) })
`
