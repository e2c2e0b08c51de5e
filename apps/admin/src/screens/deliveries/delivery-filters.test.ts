import { expect, it } from '@jest/globals'
import { toListQuery as toInstalls } from '../installs/install-filters.js'
import { toListQuery } from './delivery-filters.js'

const INSTALL = '0190a0a0-0000-4000-8000-000000000000'

it('asks for what needs attention, unless the address names another view or state', () => {
  expect(toListQuery({})).toEqual({ state: 'failed,retrying,held,skipped' })
  expect(toListQuery({ view: 'all' })).toEqual({})
  expect(toListQuery({ view: 'all', state: 'succeeded' })).toEqual({ state: 'succeeded' })
})

it('passes every filter of the address to the API', () => {
  const search = {
    view: 'all',
    webhook: '7',
    status: '500',
    error: 'timeout',
    link: 'SPRING7',
    campaign: '3',
    install: INSTALL,
    event: 'install_attributed',
    test: 'false',
  }
  expect(toListQuery(search)).toEqual({
    webhook_id: 7,
    status_code: 500,
    error_class: 'timeout',
    link: 'SPRING7',
    campaign: 3,
    install_id: INSTALL,
    event: 'install_attributed',
    test: 'false',
  })
  const installs = {
    result: 'matched',
    type: 'clipboard',
    os: '17',
    sdk: 'flutter/1.2',
    test: 'true',
  }
  expect(toInstalls({ ...installs, country: 'de', fingerprint: '203.0.113.5-iOS' })).toEqual({
    matched: 'true',
    match_type: 'clipboard',
    os_version: '17',
    sdk_version: 'flutter/1.2',
    country: 'DE',
    fingerprint: '203.0.113.5-iOS',
    test: 'true',
  })
})

it('leaves out values that the API rejects', () => {
  const wrong = { view: 'all', status: 'x', error: 'bad', install: '0190a0a0', test: 'yes' }
  expect(toListQuery({ ...wrong, state: 'lost' })).toEqual({})
  expect(toInstalls({ type: 'guess', country: 'Germany', platform: 'web', test: '1' })).toEqual({})
})
