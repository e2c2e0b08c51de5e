import { useEffect, useRef, type RefObject } from 'react'
import { areKeysOn } from './single-keys.js'

/** j and k move the focus between the links that open the rows; Enter follows the link. */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!['j', 'k'].includes(event.key) || isTyping(event) || !areKeysOn()) return
      const links = [
        ...(body.current?.querySelectorAll<HTMLElement>('tr > td:first-child a') ?? []),
      ]
      if (links.length === 0) return
      const at = links.indexOf(document.activeElement as HTMLElement)
      const next = event.key === 'j' ? at + 1 : at - 1
      links.at(Math.min(Math.max(next, 0), links.length - 1))?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return body
}

export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [role=dialog]') !== null
  )
}
