import { ThroughlineError } from '@throughline/client'
import { byId } from './dom.js'

/** What a form's work gets: its fields, with the button that was pressed. Answers what to say of it. */
export type Work = (field: (name: string) => string) => Promise<string>

/** Runs a form's work, one at a time, and says beneath it what came of it. */
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

function explain(error: unknown): string {
  if (error instanceof ThroughlineError) return `${error.code}: ${error.message}`
  return String(error)
}
