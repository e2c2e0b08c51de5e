import { Throughline } from '@throughline/client'
import { wireAskForm, wireLinkForm } from './forms.js'
import { wireCampaigns } from './campaigns-view.js'
import { showClickIds, showInstall, showLog } from './views.js'
import { byId, make } from './dom.js'
import { showEvents } from './events-view.js'
import { onSubmit } from './on-submit.js'
import { createPhone } from './phone.js'
import { readSettings, type Settings } from './settings.js'
import { watchCalls } from './watch-calls.js'

async function start(): Promise<void> {
  const settings = await readSettings()
  showSettings(settings)
  const log = showLog()
  const seeInstall = showInstall()
  const phone = createPhone(
    watchCalls((call) => {
      log.call(call)
      seeInstall(call)
    }),
  )

  const throughline = Throughline.initialize({
    ...settings,
    adapters: phone.adapters,
    logger: log,
  })
  showEvents(throughline)
  wireLinkForm(throughline)
  wireAskForm(throughline)
  wireCampaigns(throughline)
  onSubmit('open-form', (field) => {
    phone.open(field('url'))
    return Promise.resolve('')
  })
  await showClickIds(throughline)
  await throughline.ready
  byId('settings', HTMLParagraphElement).dataset['state'] = 'ready'
}

function showSettings({ baseUrl, linkHost, projectId }: Settings): void {
  const parts = [`API ${baseUrl}`, `links ${linkHost}`, `scheme service-${projectId}:`]
  byId('settings', HTMLParagraphElement).replaceChildren(
    ...parts.map((part) => make('span', '', part)),
  )
}

start().catch((error: unknown) => {
  byId('settings', HTMLParagraphElement).textContent = String(error)
})
