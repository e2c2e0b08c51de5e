import { useState, type KeyboardEvent, type PointerEvent } from 'react'

interface ChartPointOptions {
  /** How many points the chart has. */
  count: number
  /** The place of a distance from the left edge: 0 for the first point, 1 for the last. */
  placeOf: (pixels: number) => number
  onZoom?: (first: number, last: number) => void
}

/** The point under the pointer or the keyboard's cursor, and the range that is being chosen. */
export function useChartPoint({ count, placeOf, onZoom }: ChartPointOptions) {
  const [at, setAt] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const inside = (index: number) => Math.min(Math.max(index, 0), count - 1)
  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    return inside(Math.round(placeOf(event.clientX - left) * (count - 1)))
  }
  const isShown = at !== null && at < count
  const chosen = isShown && anchor !== null && anchor < count ? ordered(anchor, at) : null
  const clear = () => {
    setAt(null)
    setAnchor(null)
  }
  const zoom = () => {
    setAnchor(null)
    if (chosen === null || chosen.first === chosen.last) return
    setAt(null)
    onZoom?.(chosen.first, chosen.last)
  }
  const move = (event: KeyboardEvent, to: number) => {
    event.preventDefault()
    if (event.shiftKey) setAnchor(anchor ?? at ?? count - 1)
    else setAnchor(null)
    setAt(inside(to))
  }
  const zoomHandlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setAnchor(pointOf(event))
      setAt(pointOf(event))
    },
    onPointerUp: zoom,
    onPointerCancel: clear,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const from = at ?? count - 1
      if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') move(event, from - 1)
      else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') move(event, from + 1)
      else if (event.key === 'Home') move(event, 0)
      else if (event.key === 'End') move(event, count - 1)
      else if (event.key === 'Enter') zoom()
      else if (event.key === 'Escape') clear()
    },
    onBlur: clear,
  }
  return {
    at: isShown ? at : null,
    chosen,
    handlers: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => setAt(pointOf(event)),
      onPointerLeave: () => {
        if (anchor === null) setAt(null)
      },
      ...(onZoom === undefined ? {} : zoomHandlers),
    },
  }
}

function ordered(one: number, other: number) {
  return { first: Math.min(one, other), last: Math.max(one, other) }
}
