import { byId, make } from './dom.js'
import { explain } from './on-submit.js'
import { showScreen, type Screen } from './screens.js'

/** One step of the story. It can be shown again after its work is done. */
export interface Step {
  /** Runs when the step's button is pressed. The first step has none. */
  readonly work?: () => Promise<void>
  readonly screen: () => Screen
  /** A description of what happened. */
  readonly notes: () => readonly Node[]
}

export interface Story {
  /** Shows a step. If it is the next one, runs its work first. */
  go(step: number): Promise<void>
  /** Shows the current step again with new data or an error. */
  refresh(error?: unknown): void
}

/** Wires the buttons of the steps. The first `reached` steps count as done. */
export function createStory(steps: readonly Step[], reached: number): Story {
  const buttons = steps.slice(1).map((_, at) => byId(`step-${at + 1}`, HTMLButtonElement))
  const next = byId('next', HTMLButtonElement)
  let done = reached
  let shown = reached
  let isBusy = false

  function refresh(error?: unknown): void {
    const notes = steps[shown]?.notes() ?? []
    const failure = error === undefined ? [] : [make('p', 'error', explain(error))]
    byId('notes', HTMLElement).replaceChildren(...notes, ...failure)
    showButtons()
  }

  function showButtons(): void {
    buttons.forEach((button, at) => {
      const step = at + 1
      button.disabled = isBusy || step > done + 1
      button.className = step <= done ? 'done' : step === done + 1 ? 'main' : ''
      button.ariaCurrent = step === shown ? 'step' : null
    })
    const following = buttons[shown]
    next.hidden = following === undefined
    next.disabled = following?.disabled ?? true
    next.textContent = `${shown + 1}. ${following?.textContent ?? ''}`
    byId('again', HTMLButtonElement).hidden = done === 0
  }

  async function go(step: number): Promise<void> {
    if (isBusy || step > done + 1) return
    try {
      if (step > done) await run(step)
      shown = step
      showScreen(steps[step]?.screen() ?? 'ad')
      refresh()
    } catch (error) {
      refresh(error)
    }
  }

  async function run(step: number): Promise<void> {
    isBusy = true
    showButtons()
    try {
      await steps[step]?.work?.()
      done = step
    } finally {
      isBusy = false
    }
  }

  buttons.forEach((button, at) => button.addEventListener('click', () => void go(at + 1)))
  next.addEventListener('click', () => void go(shown + 1))
  return { go, refresh }
}
