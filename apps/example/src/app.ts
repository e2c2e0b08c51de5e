import { Throughline } from '@throughline/client'
import { wireCampaigns } from './campaigns-view.js'
import { byId } from './dom.js'
import { showEvents } from './events-view.js'
import { wireAskForm, wireLinkForm } from './forms.js'
import { eventFacts } from './notes.js'
import { onSubmit } from './on-submit.js'
import { createPhone, type Phone } from './phone.js'
import type { InstallAnswer, ProgressStore } from './progress.js'
import { showInApp, showScreen } from './screens.js'
import type { Settings } from './settings.js'
import { showClickIds, showLog } from './views.js'
import { watchCalls, type Call } from './watch-calls.js'

/**
 * Starts the app as a phone does. Resolves when the client has handled its first start, whether or not the API
 * answered.
 */
export async function startApp(settings: Settings, progress: ProgressStore): Promise<void> {
  const log = showLog()
  const phone = createPhone(
    watchCalls((call) => {
      log.call(call)
      keepInstall(call, progress)
    }),
    progress.value().storeUrl,
  )
  const throughline = Throughline.initialize({
    ...settings,
    adapters: phone.adapters,
    logger: log,
  })
  throughline.dynamicLinkStream.subscribe((event) => {
    if (event.source === 'install') progress.update({ event: eventFacts(event) })
    showInApp(event)
  })
  await throughline.ready
  await showForms(throughline, { phone, tappedUrl: progress.value().tappedUrl })
}

/** The API's response has more fields than the client passes to an app. */
function keepInstall({ path, status, text }: Call, progress: ProgressStore): void {
  if (path === '/api/attribution/installs' && status === 200)
    progress.update({ install: JSON.parse(text) as InstallAnswer })
}

/** Shows the client's other functions below the story. */
async function showForms(
  throughline: Throughline,
  { phone, tappedUrl }: { phone: Phone; tappedUrl: string | null },
): Promise<void> {
  byId('open-url', HTMLTextAreaElement).value = tappedUrl ?? ''
  const { pathname } = new URL(tappedUrl ?? location.href)
  byId('ask-code', HTMLInputElement).value = pathname.slice(1)
  showEvents(throughline)
  wireLinkForm(throughline)
  wireAskForm(throughline)
  wireCampaigns(throughline)
  onSubmit('open-form', (field) => {
    phone.open(field('url'))
    showScreen('app')
    return Promise.resolve('')
  })
  await showClickIds(throughline)
  byId('more', HTMLElement).hidden = false
}
