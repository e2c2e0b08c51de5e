import { startApp } from './app.js'
import { byId, make } from './dom.js'
import { explain } from './on-submit.js'
import { openProgress, startAgain } from './progress.js'
import { showScreen } from './screens.js'
import { readOwner, readSettings, type Owner, type Settings } from './settings.js'
import { createSteps } from './steps.js'
import { createStory } from './story.js'
import { readTriedLink, showTriedLink, type TriedLink } from './tried-link.js'

const NO_APP = 'The phone does not have the app yet. Go on with the store.'

async function start(): Promise<void> {
  const tried = readTriedLink()
  if (tried !== null) showTriedLink(tried)
  const settings = tried?.settings ?? (await readSettings())
  showSettings(settings)
  const progress = openProgress(settings.projectId)
  const { isInstalled } = progress.value()
  const parts = {
    settings,
    progress,
    isTried: tried !== null,
    readOwner: tried === null ? readOwner : () => Promise.resolve(ownerOf(tried)),
    runApp: () => startApp(settings, progress),
  }
  const { steps, loadOwner } = createSteps({ ...parts, onNews: () => story.refresh() })
  const story = createStory(steps, isInstalled ? 3 : 0)
  byId('again', HTMLButtonElement).addEventListener('click', startAgain)
  byId('ad', HTMLButtonElement).addEventListener('click', () => void story.go(1))
  byId('install', HTMLButtonElement).addEventListener('click', () => void story.go(3))
  addEventListener('hashchange', () => {
    const isStore = location.hash.startsWith('#store=')
    const isApp = location.hash.startsWith('#open=')
    if (isStore || isApp) history.replaceState(null, '', location.pathname)
    if (isStore) void story.go(2)
    if (isApp && progress.value().isInstalled) showScreen('app')
    else if (isApp) story.refresh(new Error(NO_APP))
  })
  if (isInstalled) await parts.runApp()
  await story.go(isInstalled ? 3 : 0)
  await loadOwner()
  byId('ad', HTMLButtonElement).disabled = false
  await story.go(isInstalled ? 4 : 0)
  byId('settings', HTMLElement).dataset['state'] = 'ready'
}

/** The panel has the webhooks of a link that it opened here. */
function ownerOf({ url }: TriedLink): Owner {
  return { adUrl: url, webhook: null, problems: [], deliveries: [] }
}

function showSettings({ baseUrl, linkHost, projectId }: Settings): void {
  const parts = [`API ${baseUrl}`, `Links ${linkHost}`, `App scheme service-${projectId}:`]
  byId('settings', HTMLElement).replaceChildren(...parts.map((part) => make('span', '', part)))
}

start().catch((error: unknown) => {
  byId('notes', HTMLElement).replaceChildren(make('p', 'error', explain(error)))
})
