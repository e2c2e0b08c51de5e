import { expect, it } from '@jest/globals'
import { undoOf, type ChangedLink } from './bulk-undo.js'

const link = (code: string, change: Partial<ChangedLink> = {}): ChangedLink => ({
  code,
  tags: [],
  campaign_id: null,
  archived_at: null,
  ...change,
})

it('restores the links that a change has archived, and no others', () => {
  const links = [link('a'), link('b', { archived_at: '2026-01-01T00:00:00Z' }), link('c')]
  expect(undoOf(links, { archived: true })).toEqual([{ archived: false, codes: ['a', 'c'] }])
})

it('moves each link back to its own campaign', () => {
  const links = [link('a', { campaign_id: 1 }), link('b'), link('c', { campaign_id: 7 })]
  expect(undoOf(links, { campaign_id: 7 })).toEqual([
    { campaign_id: 1, codes: ['a'] },
    { campaign_id: null, codes: ['b'] },
  ])
})

it('removes only tags that the change has added, and adds only those that it has removed', () => {
  const links = [link('a', { tags: ['sale', 'old'] }), link('b', { tags: ['x'] })]
  expect(undoOf(links, { add_tags: ['sale', 'new'], remove_tags: ['old'] })).toEqual([
    { remove_tags: ['new'], add_tags: ['old'], codes: ['a'] },
    { remove_tags: ['sale', 'new'], codes: ['b'] },
  ])
})

it('does nothing for links that did not change', () => {
  expect(undoOf([link('a', { tags: ['x'] })], { add_tags: ['x'] })).toEqual([])
})
