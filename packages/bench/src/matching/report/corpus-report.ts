import type { Machine } from '../../machine.js'
import { exactInterval, type Interval, type Rate } from '../statistics/intervals.js'
import type { Summary } from './summarize.js'

export interface CorpusReport extends Summary {
  machine: Machine
  seeds: number[]
  episodes: number
  installs: number
  organic: number
  clicks: number
  lanes: number
  seconds: number
  /** Duration of the calls that decide an install, under the run's load. */
  callMs: { p50: number; p99: number }
}

/** `42.1 %`, or `0.42 %` below 1 %; a dash if the total is 0. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–'
  if (part === 0 || part === whole) return part === 0 ? '0 %' : '100 %'
  return `${digits(part / whole)} %`
}

/** `0.26 % (0.17–0.38)`: a share with its interval of 95 %. */
export function withInterval(rate: Rate, interval: Interval = exactInterval(rate)): string {
  if (rate.of === 0) return '–'
  return `${percent(rate.hits, rate.of)} (${digits(interval.low)}–${digits(interval.high)})`
}

function digits(share: number): string {
  const hundredths = share * 100
  if (share === 0 || share === 1) return String(hundredths)
  return hundredths.toFixed(hundredths < 1 ? 2 : 1)
}
