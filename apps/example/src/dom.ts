/** @throws Error if index.html has no element of that type with that id */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id)
  if (element instanceof type) return element
  throw new Error(`index.html has no ${type.name} with the id ${id}`)
}

/** Creates an element. Text is never parsed as markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  element.append(...children)
  return element
}

/** The time of day, for lists of events. */
export function clock(date = new Date()): HTMLTimeElement {
  const time = make('time', '', date.toLocaleTimeString([], { hourCycle: 'h23' }))
  time.dateTime = date.toISOString()
  return time
}
