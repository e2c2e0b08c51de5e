import { clock, make } from './dom.js'
import { factList, type Facts } from './facts.js'
import { referrerOf } from './phone.js'
import type { Progress } from './progress.js'
import type { Delivery, Owner, Settings } from './settings.js'

/** The data that the steps of the story describe; `null` if not known yet. */
export interface Known {
  readonly settings: Settings
  readonly owner: Owner | null
  readonly progress: Progress
  readonly delivery: Delivery | null
  /** Whether the delivery takes longer than usual. */
  readonly isLate: boolean
}

/** Before the first step. */
export function readyNotes({ settings, owner }: Known): Node[] {
  if (owner === null) return [title('Preparing the ad and the owner’s server …')]
  const { adUrl, webhook, problems } = owner
  const checks = [
    check(true, 'The app knows its project and the API at ', code(settings.baseUrl)),
    ...(adUrl === null ? [] : [check(true, 'The link is ', code(adUrl))]),
    ...(webhook === null
      ? []
      : [check(true, `Webhook ${webhook.id} leads to the owner’s server, `, code(webhook.url))]),
    ...problems.map((problem) => check(false, problem)),
  ]
  const isReady = problems.length === 0
  return [
    title(isReady ? 'Everything is ready' : 'Something is missing'),
    make('ul', 'checks', ...checks),
    text(adUrl === null ? 'Reload the page to try again.' : 'Tap the link on the phone.'),
  ]
}

export function tapNotes({ progress: { tappedUrl } }: Known): Node[] {
  const gclid = new URL(tappedUrl ?? location.href).searchParams.get('gclid')
  return [
    title('The click is stored'),
    text(
      'The phone requested the link. The link host stored the click, then it sent the landing page. This is the real page: it offers the app, the store and the website. Its script is off, so it waits for you.',
    ),
    factList({ GET: tappedUrl, gclid }),
  ]
}

export function storeNotes({ progress: { storeUrl } }: Known): Node[] {
  const referrer = Object.fromEntries(new URLSearchParams(referrerOf(storeUrl) ?? ''))
  return [
    title('The store keeps the referrer'),
    text(
      'The landing page leads to Google Play with a referrer. Google Play passes it to the app that it installs. The click token in it is signed and names the click.',
    ),
    factList(referrer),
  ]
}

export function installNotes({ progress: { install } }: Known): Node[] {
  if (install === null)
    return [title('The install is not reported yet'), text(NOT_REPORTED), snippet()]
  const { matched, match_type, confidence, reason } = install
  return [
    title(matched ? 'The install is matched to the click' : 'The install is not matched'),
    text(matched ? MATCHED : `The reason is ${reason ?? 'unknown'}. ${IN_ORDER}`),
    snippet(),
    factList({ matched, match_type, confidence, reason }),
  ]
}

const MATCHED =
  'The app started for the first time. The client read the referrer and reported the install. Then the app opened what the link is about.'
const NOT_REPORTED =
  'The API does not answer. The client tries again after 30 seconds. Check that “npm start” is running.'
const IN_ORDER = 'Start again, and take the steps in order.'

/** The code that an app runs at its start. */
function snippet(): HTMLElement {
  return make(
    'pre',
    '',
    `const throughline = Throughline.initialize({
  publicKey, projectId, baseUrl, linkHost, adapters,
})
throughline.dynamicLinkStream.subscribe(openProduct)`,
  )
}

/** The last step of a link that the panel opened here. */
export function panelNotes({ progress: { event } }: Known): Node[] {
  return [
    title('Go back to the panel'),
    text('Its tab shows the click and the install. Each active webhook gets a delivery for it.'),
    ...(event === null ? [] : [make('h3', '', 'The app received'), factList(event)]),
  ]
}

export function arrivedNotes(known: Known): Node[] {
  const { event } = known.progress
  return [
    title(known.delivery === null ? 'The app has its event' : 'App and owner received the same'),
    make(
      'div',
      'pair',
      make(
        'section',
        '',
        make('h3', '', 'The app received'),
        event === null
          ? text(`No link event: the install belongs to no link. ${IN_ORDER}`)
          : factList(event),
      ),
      make('section', '', make('h3', '', 'The owner’s server received'), ...deliveryNotes(known)),
    ),
  ]
}

function deliveryNotes({ delivery, owner, isLate, progress: { install } }: Known): Node[] {
  if (delivery !== null) return received(delivery)
  if (install?.matched === false)
    return [text('Nothing: webhooks report only installs that belong to a link.')]
  if (owner?.webhook === null) return owner.problems.map((problem) => make('p', 'error', problem))
  const waiting = make('p', 'waiting', 'Waiting for the webhook …')
  return isLate ? [waiting, make('p', 'error', LATE)] : [waiting]
}

const LATE =
  'It takes longer than usual. Run “npm run -s cli -- doctor” in the repository: it checks the worker and the queue.'

function received({ payload, headers, receivedAt }: Delivery): Node[] {
  const present = Object.entries(payload).filter(([, value]) => value !== null)
  return [
    make('p', 'ok', '✓ Received at ', clock(new Date(receivedAt)), ', signature valid'),
    factList(Object.fromEntries(present)),
    make(
      'details',
      '',
      make('summary', '', 'Headers of the request'),
      factList(Object.fromEntries(Object.entries(headers).filter(isOwnHeader))),
    ),
  ]
}

function isOwnHeader([name]: [string, string]): boolean {
  return /^(webhook-|x-service-|user-agent)/.test(name)
}

function title(words: string): HTMLElement {
  return make('h2', '', words)
}

function text(words: string): HTMLElement {
  return make('p', '', words)
}

function code(words: string): HTMLElement {
  return make('code', '', words)
}

function check(isGood: boolean, ...children: (Node | string)[]): HTMLElement {
  return make('li', isGood ? 'good' : 'bad', make('span', '', ...children))
}

/** The fields of a link event that have a value. */
export function eventFacts(event: object): Facts {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null))
}
