import { expect, it } from '@jest/globals'
import type { LiveItem } from '../../api/live/live-items.js'
import { followTest } from './phone-steps.js'

const CODE = 'test7'

function click(at: string, code = CODE): LiveItem {
  const click = { id: at, code, link_name: null, platform: 'android', country: null }
  return { key: `click ${at}`, at, kind: 'click', click }
}

function install(at: string, code: string | null): LiveItem {
  const [matched, match_type, reason] =
    code === null ? [false, null, 'no_candidate'] : [true, 'referrer', null]
  const facts = { install_id: at, matched, match_type, reason, platform: 'android', test: false }
  return { key: `install ${at}`, at, kind: 'install', install: { ...facts, code } }
}

it('waits for a click on the test link, and for an install after it', () => {
  expect(followTest([], CODE)).toEqual({ click: null, install: null })
  expect(followTest([click('2', 'other'), install('1', null)], CODE).click).toBeNull()
  const { click: clicked, install: installed } = followTest([click('2'), install('1', null)], CODE)
  expect(clicked?.at).toBe('2')
  expect(installed).toBeNull()
})

it('prefers the install of the test link to others of the same time', () => {
  const items = [install('5', CODE), install('4', 'other'), install('3', null), click('2')]
  expect(followTest(items, CODE).install?.at).toBe('5')
  expect(followTest(items.slice(1), CODE).install?.at).toBe('3')
  expect(followTest([install('4', 'other'), click('2')], CODE).install).toBeNull()
})
