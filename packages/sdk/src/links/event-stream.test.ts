import { describe, expect, it } from '@jest/globals'
import { createEventStream } from './event-stream.js'
import { makeEvent } from './make-event.js'

const link = makeEvent('loading_page', { actual_url: 'https://shop.example/' })

describe('dynamicLinkStream', () => {
  it('tells the others when one listener fails, and says so on a line', () => {
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

  it('tells nothing more to who has unsubscribed, and each subscription is its own', () => {
    const stream = createEventStream(() => undefined)
    const heard: unknown[] = []
    const listener = (event: unknown) => heard.push(event)
    const stop = stream.subscribe(listener)
    stream.subscribe(listener)
    stop()
    stream.emit(link)
    expect(heard).toEqual([link])
  })

  it('tells nothing to who was unsubscribed by another in the same event', () => {
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

  it('tells an event once to who subscribes while it is told', () => {
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
