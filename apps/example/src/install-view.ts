import { byId } from './dom.js'
import { showFacts } from './facts.js'
import { onSubmit } from './on-submit.js'
import { startAfresh } from './phone.js'
import { referrerOf } from './referrer.js'
import type { Call } from './watch-calls.js'

const ANSWER = 'example.install'

/** Shows what the API answered to this app's install, also at later starts, and offers a fresh one. */
export function showInstall(): (call: Call) => void {
  const stored = localStorage.getItem(ANSWER)
  if (stored !== null) show(stored)
  onSubmit('fresh-form', (field) => {
    startAfresh(referrerOf(field('referrer')))
    return Promise.resolve('')
  })
  return ({ path, status, text }) => {
    if (path !== '/api/attribution/installs' || status !== 200) return
    localStorage.setItem(ANSWER, text)
    show(text)
  }
}

interface InstallAnswer {
  matched: boolean
  match_type: string | null
  confidence: number
  reason: string | null
  fingerprint: string | null
}

function show(text: string): void {
  // The API's own answer, kept as it came.
  const answer = JSON.parse(text) as InstallAnswer
  const { matched, match_type, confidence, reason, fingerprint } = answer
  const facts = { matched, match_type, confidence, reason, fingerprint }
  showFacts(byId('install', HTMLDListElement), facts)
  byId('ask-value', HTMLInputElement).value = fingerprint ?? ''
}
