import { expect, it } from '@jest/globals'
import { ABILITIES } from '@throughline/contracts/abilities'
import { routes } from './routes.js'

it('ABILITIES are those that the routes require', () => {
  const required = routes
    .map(({ access }) => access.replace(/^management:/, ''))
    .filter((ability) => ability.includes(':'))
  expect([...new Set(required)].sort()).toEqual([...ABILITIES])
})
