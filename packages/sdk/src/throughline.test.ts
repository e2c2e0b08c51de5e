import { expect, it } from '@jest/globals'
import { ThroughlineError } from './errors.js'
import type { DynalinkEvent } from './link-event.js'
import { Throughline } from './throughline.js'

const PROJECT = '0d3c1f9e-5b7a-4c1e-9b1f-2a6f1d0e7c55'

it('a logger that throws affects only the link that it was called for', async () => {
  const stored = new Map<string, string>()
  const opened: ((url: string) => void)[] = []
  const throughline = Throughline.initialize({
    publicKey: PROJECT,
    projectId: PROJECT,
    baseUrl: 'https://api.example.com',
    logger: {
      warn: () => {
        throw new Error('a bug of the app')
      },
    },
    adapters: {
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => void stored.set(name, value),
        removeItem: (name) => void stored.delete(name),
      },
      links: {
        getInitialUrl: () => null,
        subscribe: (listener) => {
          opened.push(listener)
          return () => undefined
        },
      },
      device: { getDevice: () => null },
    },
  })
  const codes: (string | null)[] = []
  const heard = new Promise<DynalinkEvent>((resolve) => {
    throughline.dynamicLinkStream.subscribe((event) => {
      codes.push(event.code)
      resolve(event)
    })
  })
  for (const url of ['no link at all', `service-${PROJECT}://open?dyna_code=SHOES`])
    for (const open of opened) open(url)
  await heard
  expect(codes).toEqual(['SHOES'])
  throughline.close()
})

const OPTIONS = {
  publicKey: PROJECT,
  projectId: PROJECT,
  baseUrl: 'https://api.example.com',
} as const

it.each([
  [
    { ...OPTIONS, publicKey: 'my-key' },
    'publicKey must be the key (a UUID) that "project create" printed, not my-key.',
  ],
  [{ ...OPTIONS, publicKey: undefined }, ', not undefined.'],
  [OPTIONS, 'adapters must be those of a preset such as webAdapters(), not undefined.'],
])('options %# are rejected with what to do', (options, words) => {
  // A call from an app without types.
  const initialize = () => Throughline.initialize(options as never)
  expect(initialize).toThrow(ThroughlineError)
  expect(initialize).toThrow(words)
})

it('the error for a link host with a scheme names the host', () => {
  const adapters = { storage: {}, links: {}, device: {} }
  const options = { ...OPTIONS, adapters, linkHost: 'https://acme.links.example' }
  expect(() => Throughline.initialize(options as never)).toThrow(
    'linkHost and customDomains must be hosts such as go.example.com, without https://, not https://acme.links.example.',
  )
})
