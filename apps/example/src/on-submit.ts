import { ThroughlineError, type ThroughlineErrorCode } from '@throughline/client'
import { byId } from './dom.js'

/** Handles a submitted form. Gets its fields, including the pressed button, and returns the text to show. */
export type Work = (field: (name: string) => string) => Promise<string>

/** Runs `work` when the form is submitted, one call at a time, and shows its result or error below the form. */
export function onSubmit(id: string, work: Work): void {
  const form = byId(id, HTMLFormElement)
  const output = form.querySelector('output')
  const say = (text: string, isError = false) => {
    if (output === null) return
    output.textContent = text
    output.classList.toggle('error', isError)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    say('…')
    const fields = new FormData(form, event.submitter)
    const field = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    void work(field)
      .then(say, (error: unknown) => say(explain(error), true))
      .finally(() => (form.ariaBusy = 'false'))
  })
}

/** Returns the error's message and what to do. */
export function explain(error: unknown): string {
  if (error instanceof ThroughlineError) return [error.message, ...adviceOf(error)].join(' ')
  return error instanceof Error ? error.message : String(error)
}

function adviceOf({ code, fields }: ThroughlineError): string[] {
  if (fields !== null)
    return Object.entries(fields).map(([name, texts]) => `${name}: ${texts.join(', ')}.`)
  const advice = ADVICE[code]
  return advice === undefined ? [] : [advice]
}

const ADVICE: Partial<Record<ThroughlineErrorCode, string>> = {
  no_connection: 'Check that “npm start” is running, then try again.',
  unavailable: 'The terminal of “npm start” says why. Try again.',
  unauthorized: 'Reload the page: “npm start” may run another project now.',
  rate_limited: 'Wait a minute, then try again.',
  not_found: 'Check the code: links of this project are listed under “Make a short link”.',
}
