import { make } from './dom.js'

/** Null is shown as a dash. */
export type Facts = Readonly<Record<string, string | number | boolean | Date | null>>

/** Replaces the content of a `dl` by these names and values. */
export function showFacts(list: HTMLDListElement, facts: Facts): void {
  list.replaceChildren(...rowsOf(facts))
}

/** Creates a `dl` with names and values. */
export function factList(facts: Facts): HTMLDListElement {
  return make('dl', 'facts', ...rowsOf(facts))
}

function rowsOf(facts: Facts): HTMLElement[] {
  return Object.entries(facts).map(([name, value]) =>
    make('div', value === null ? 'absent' : '', make('dt', '', name), valueOf(name, value)),
  )
}

function valueOf(name: string, value: Facts[string]): HTMLElement {
  const element = make('dd', '', textOf(value))
  element.dataset['fact'] = name
  return element
}

function textOf(value: Facts[string]): string {
  if (value === null) return '–'
  return value instanceof Date ? value.toISOString() : String(value)
}
