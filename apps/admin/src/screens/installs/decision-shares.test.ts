import { expect, it } from '@jest/globals'
import type { Candidate } from '../../api/types.js'
import { sharesOf } from './decision-shares.js'

const share = (scores: number[], none: number) =>
  sharesOf(
    { none_score: none },
    scores.map((score) => ({ score }) as Candidate),
  )

it('shows what is missing to 100 %', () => {
  const { margin, isWhole, isOver } = share([0.938, 0], 0.049)
  expect(margin).toBeCloseTo(0.013)
  expect([isWhole, isOver]).toEqual([true, false])
  expect(share([0], 1)).toMatchObject({ margin: 0, isWhole: true, isOver: false })
})

it('claims no sum where corrected probabilities exceed it', () => {
  expect(share([0.887, 0.18], 0.029)).toMatchObject({ margin: 0, isWhole: false, isOver: true })
})

it('adds up the clicks without a bar', () => {
  const { clicks, others } = share([0.3, 0.2, 0.1, 0.1, 0.05, 0.05], 0.2)
  expect(clicks).toHaveLength(4)
  expect(others?.count).toBe(2)
  expect(others?.share).toBeCloseTo(0.1)
})
