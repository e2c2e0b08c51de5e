import { describe, expect, it } from '@jest/globals'
import { createEventStream } from './event-stream.js'
import { makeEvent } from './make-event.js'

const link = makeEvent('loading_page', { actual_url: 'https://shop.example/' })

describe('dynamicLinkStream', () => {
  it('calls the other listeners when one throws, and logs the error', () => {
    const lines: string[] = []
    const stream = createEventStream((line) => lines.push(line))
    const heard: unknown[] = []
    stream.subscribe(() => {
      throw new Error('a bug of the app')
    })
    stream.subscribe((event) => heard.push(event))
    stream.emit(link)
    expect(heard).toEqual([link])
    expect(lines).toEqual(['A link listener failed: Error: a bug of the app'])
  })

  it('stops calling a listener that unsubscribed, and keeps subscriptions apart', () => {
    const stream = createEventStream(() => undefined)
    const heard: unknown[] = []
    const listener = (event: unknown) => heard.push(event)
    const stop = stream.subscribe(listener)
    stream.subscribe(listener)
    stop()
    stream.emit(link)
    expect(heard).toEqual([link])
  })

  it('does not call a listener that another one unsubscribed during the same event', () => {
    const stream = createEventStream(() => undefined)
    const heard: unknown[] = []
    const stops: (() => void)[] = []
    stream.subscribe(() => {
      for (const stop of stops) stop()
    })
    stops.push(stream.subscribe((event) => heard.push(event)))
    stream.emit(link)
    expect(heard).toEqual([])
  })

  it('calls a listener once when it subscribes during an event', () => {
    const stream = createEventStream(() => undefined)
    const heard: unknown[] = []
    const stop = stream.subscribe(() => {
      stop()
      stream.subscribe((event) => heard.push(event))
    })
    stream.emit(link)
    expect(heard).toEqual([link])
  })
})
