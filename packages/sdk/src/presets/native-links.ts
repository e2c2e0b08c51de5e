import type { LinkSource } from '../adapters.js'
import type { AppStateModule, LinkingModule } from './native-modules.js'
import { ignoreErrors } from './ignore-errors.js'

/** In a browser, expo-linking returns the page's own URL, and again for each of its messages. */
export const NO_LINKS: LinkSource = { getInitialUrl: () => null, subscribe: () => () => undefined }

// Android sends no event for a link that creates a new activity, so the URL is also read here: once without a time
// limit, because it is known only when there is a screen, and whenever `appState` reports that the app is in front.
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
  // The activity's URL never changes while it lives: returning to it opens no link.
  let seen: string | null = null
  // Reported since the app came to the front: some libraries set the activity's URL from an event.
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
      // A failure of the starting URL is logged elsewhere.
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
