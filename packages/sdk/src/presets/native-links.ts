import type { LinkSource } from '../adapters.js'
import type { AppStateModule, LinkingModule } from './native-modules.js'
import { ignoreErrors } from './ignore-errors.js'

/** For where there are none: expo-linking answers a page's own URL in a browser, and again at each of its messages. */
export const NO_LINKS: LinkSource = { getInitialUrl: () => null, subscribe: () => () => undefined }

/**
 * The links of React Native's `Linking`.
 *
 * Android tells no event of a link that makes a new activity: neither where the process was started without a screen,
 * as by a push message, nor where the activity ended and JavaScript lived on. So the URL is asked for here as well: once
 * without the limit of the starting URL, since it is known only when there is a screen, and again each time that
 * `appState` tells that the app is in front.
 */
export function nativeLinks(linking: LinkingModule, appState?: AppStateModule): LinkSource {
  const askForUrl = async () => (await linking.getInitialURL()) || null
  return {
    getInitialUrl: askForUrl,
    subscribe(listener) {
      const watch = createWatch(askForUrl, listener)
      const ends = [
        ignoreErrors(() => linking.addEventListener('url', ({ url }) => watch.tell(url))),
        ignoreErrors(() =>
          appState?.addEventListener('change', (state) => {
            if (state === 'active') watch.look()
            else watch.leave()
          }),
        ),
      ]
      watch.look()
      return () => {
        watch.stop()
        // Old versions of AppState return nothing.
        for (const end of ends) end?.remove()
      }
    },
  }
}

function createWatch(askForUrl: () => Promise<string | null>, listener: (url: string) => void) {
  let isStopped = false
  // The activity's URL, which stays the same for as long as it lives: who comes back to it opened no link.
  let seen: string | null = null
  // Told since the app came to the front: some libraries make an event's URL the activity's own.
  let told: string | null = null
  const tell = (url: string) => {
    told = url
    if (!isStopped) listener(url)
  }
  const look = async () => {
    const url = await askForUrl()
    if (url === seen) return
    seen = url
    if (url !== null && url !== told) tell(url)
  }
  return {
    tell,
    look: () => {
      // The starting URL's own failure is told on a line of the log.
      look().catch(() => undefined)
    },
    leave: () => {
      told = null
    },
    stop: () => {
      isStopped = true
    },
  }
}
