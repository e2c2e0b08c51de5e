import { describe, expect, it } from '@jest/globals'
import { referrerInHash, referrerOf } from './referrer.js'

const REFERRER = 'dyna_code=A&gclid=A%2Bb+c'

describe('referrerInHash', () => {
  it('decodes once what stands after its name, wherever that is', () => {
    const encoded = encodeURIComponent(REFERRER)
    expect(referrerInHash(`#referrer=${encoded}`)).toBe(REFERRER)
    expect(referrerInHash(`#open=service-1%3A%2F%2Fopen&referrer=${encoded}`)).toBe(REFERRER)
  })

  it.each(['', '#', '#referrer=', '#open=x', '#other-referrer=x'])('finds none in "%s"', (hash) => {
    expect(referrerInHash(hash)).toBeNull()
  })

  it('leaves an escape that is none', () => {
    expect(referrerInHash('#referrer=a%zz')).toBe('a%zz')
  })
})

describe('referrerOf', () => {
  it('takes the referrer out of a store link', () => {
    const store = 'https://play.google.com/store/apps/details?id=com.acme&referrer='
    expect(referrerOf(`${store}${encodeURIComponent(REFERRER)}&hl=en`)).toBe(REFERRER)
  })

  it('leaves a referrer as it is', () => {
    expect(referrerOf(REFERRER)).toBe(REFERRER)
  })
})
