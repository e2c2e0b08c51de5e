/** An element of index.html. @throws Error when the page has none of that type by that id */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id)
  if (element instanceof type) return element
  throw new Error(`index.html has no ${type.name} with the id ${id}`)
}

/** A new element; texts are shown as they are, never as markup. */
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

/** The time of day, for a list of what happened. */
export function clock(date = new Date()): HTMLTimeElement {
  const time = make('time', '', date.toLocaleTimeString([], { hourCycle: 'h23' }))
  time.dateTime = date.toISOString()
  return time
}
