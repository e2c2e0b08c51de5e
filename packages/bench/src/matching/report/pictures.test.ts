import { describe, expect, it } from '@jest/globals'
import { drawCalibration } from './calibration-picture.js'
import type { Curve } from './curves.js'
import { drawCurves } from './curves-picture.js'
import type { RuleFigures } from './rule-figures.js'

const figures = (matched: number, organicFalse: number): RuleFigures => ({
  name: 'Newest click <of> the address',
  own: { installs: 200, matched, missed: 200 - matched, false: 0 },
  organic: { installs: 1_000, false: organicFalse },
  matches: matched + organicFalse,
  falseMatches: organicFalse,
})

const curve: Curve = {
  name: 'Newest click <of> the address',
  usual: figures(100, 100),
  points: [
    { limit: 1, figures: figures(0, 0) },
    { limit: 2, figures: figures(200, 1_000) },
  ],
}

const bin = {
  from: 0.9,
  to: 1,
  stated: 0.95,
  right: { hits: 380, of: 400 },
  isWithin: true,
}

describe('the picture of the curves', () => {
  it('spans from no false matches to all matches, and marks the usual limit', () => {
    const svg = drawCurves([curve])
    expect(svg).toContain('<path class="c0" d="M64 402L828 62"/>')
    expect(svg).toMatch(/<circle class="m0" cx="\d+(\.\d)?" cy="232" r="6"\/>/)
    expect(svg).toContain('50.0 % found, 10.0 % of organic given')
  })

  it('has a line for each of five rules that differ without colour', () => {
    const svg = drawCurves([curve, curve, curve, curve, curve])
    for (const n of [0, 1, 2, 3, 4]) expect(svg).toContain(`<path class="c${n}"`)
    expect(svg.match(/stroke-dasharray:/g)?.length).toBeGreaterThanOrEqual(3)
  })
})

describe('the picture of the calibration', () => {
  it('draws each bin, and one outside the limits in another colour', () => {
    const svg = drawCalibration([
      { ...bin, stated: 0.5, right: { hits: 300, of: 400 }, isWithin: false },
      bin,
    ])
    expect(svg).toContain('cx="504.8" cy="85.2"')
    expect(svg).toContain('<g class="off">')
    expect(svg).toContain('n 400')
  })
})

describe('each picture', () => {
  it('escapes names, loads nothing from other hosts, and has dark colours', () => {
    for (const svg of [drawCurves([curve]), drawCalibration([bin])]) {
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /https?:|url\(|@import|<of>/,
      )
      expect(svg).toContain('prefers-color-scheme:dark')
    }
  })

  it('is drawn without a probability or an install', () => {
    const none = { ...figures(0, 0), own: { installs: 0, matched: 0, missed: 0, false: 0 } }
    expect(drawCurves([{ ...curve, usual: none, points: [] }])).not.toContain('NaN')
    expect(drawCalibration([])).not.toContain('NaN')
  })
})
