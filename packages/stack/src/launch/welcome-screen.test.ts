import { describe, expect, it } from '@jest/globals'
import { welcomeScreen } from './welcome-screen.js'

const facts = {
  home: '/home',
  host: null,
  redisUrl: null,
  port: 3000,
  workerPort: 3001,
  demo: null,
  publicUrl: 'http://localhost:3000',
  linkBaseHost: 'localhost:3000',
  exampleUrl: null,
  phone: [],
}
const firstLine = (signInUrl: string | null) =>
  welcomeScreen({ ...facts, signInUrl })
    .trim()
    .split('\n')[0]

describe('welcomeScreen', () => {
  it('has the link to sign in on its first line', () => {
    const url = 'http://localhost:3000/admin/start#token'
    expect(firstLine(url)).toBe(`Sign in (once, within 15 minutes): ${url}`)
    expect(firstLine(null)).toBe('Throughline is running.')
  })
})
