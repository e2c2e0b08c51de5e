import { useMatch } from '@tanstack/react-router'
import { useEffect, type RefObject } from 'react'

/** The address of the link that last had the focus, by the key of the entry in the browser's history. */
const focusedLinks = new Map<string, string>()

/**
 * Focuses the heading after a navigation. After the browser's back button, focuses the link through which the reader
 * left, as soon as it is there again.
 */
export function usePageFocus(heading: RefObject<HTMLElement | null>): void {
  // Not the location, which changes while the former screen is still shown.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  useEffect(() => {
    document.addEventListener('focusin', noteLink)
    return () => document.removeEventListener('focusin', noteLink)
  }, [])
  useEffect(() => {
    // If something else was opened while the screen was loading, it keeps the focus.
    if (document.querySelector('[role=dialog]') !== null) return undefined
    const href = focusedLinks.get(entryKey())
    heading.current?.focus({ preventScroll: true })
    return href === undefined ? undefined : focusLink(href)
  }, [heading, pathname])
}

function noteLink({ target }: FocusEvent): void {
  const href = target instanceof Element ? target.closest('main a')?.getAttribute('href') : null
  if (href != null) focusedLinks.set(entryKey(), href)
}

/** The router gives each entry of the history a key. */
function entryKey(): string {
  const { __TSR_key: key = '' } = (window.history.state ?? {}) as { __TSR_key?: string }
  return key
}

/** Waits until the list with the link is loaded. @returns a function that stops waiting */
function focusLink(href: string): () => void {
  const before = document.activeElement
  const isDone = () => {
    // A reader who has moved on keeps the focus.
    if (document.activeElement !== before) return true
    const links = [...document.querySelectorAll<HTMLElement>('main a')]
    const link = links.find((one) => one.getAttribute('href') === href)
    link?.focus({ preventScroll: true })
    return link !== undefined
  }
  const observer = new MutationObserver(() => {
    if (isDone()) observer.disconnect()
  })
  if (!isDone()) observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
