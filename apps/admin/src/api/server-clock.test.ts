import { afterEach, expect, it } from '@jest/globals'
import { noteServerTime, serverNow } from './server-clock.js'

const HOUR_MS = 3_600_000
const httpDate = (ms: number) => new Date(ms).toUTCString()

afterEach(() => noteServerTime(httpDate(Date.now())))

it("uses the server's clock if the computer's is an hour off", () => {
  noteServerTime(httpDate(Date.now() - HOUR_MS))
  expect(Math.abs(serverNow() - (Date.now() - HOUR_MS))).toBeLessThan(2_000)
})

it("uses the computer's clock if the difference is small or the response has no date", () => {
  noteServerTime(httpDate(Date.now() - 2_000))
  noteServerTime(null)
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(100)
})
