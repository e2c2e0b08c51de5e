import type { Machine } from '../../machine.js'
import type { Summary } from './summarize.js'

/** A run, as `--save` writes it. */
export interface CorpusReport extends Summary {
  machine: Machine
  seeds: number[]
  episodes: number
  installs: number
  organic: number
  clicks: number
  lanes: number
  seconds: number
  /** Of the calls that decide an install, under the run's own load. */
  callMs: { p50: number; p99: number }
}

/** `42.1 %`, below one `0.42 %`; a dash where there is nothing to be a share of. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–'
  if (part === 0 || part === whole) return part === 0 ? '0 %' : '100 %'
  const share = (part / whole) * 100
  return `${share.toFixed(share < 1 ? 2 : 1)} %`
}

export interface Aim {
  text: string
  reached: string
  isReached: boolean
}

/** What a good matcher reaches on this corpus. */
const MOST_FALSE_OF_ORGANIC = 0.005
const MOST_FALSE_OF_MATCHES = 0.01

export function aimsOf({ rules: [own], deterministic, deterministicOfOpen, once }: Summary): Aim[] {
  if (own === undefined) return []
  const { organic, matches, falseMatches } = own
  return [
    {
      text: 'Organic installs given a click: at most 0.5 %',
      reached: `${percent(organic.false, organic.installs)} (${organic.false} of ${organic.installs})`,
      isReached: organic.false <= organic.installs * MOST_FALSE_OF_ORGANIC,
    },
    {
      text: 'False ones among scored matches: at most 1 %',
      reached: `${percent(falseMatches, matches)} (${falseMatches} of ${matches})`,
      isReached: falseMatches <= matches * MOST_FALSE_OF_MATCHES,
    },
    allOf('By a token or a link: all right', deterministic.right, deterministic.installs),
    allOf(
      'The same, of those whose click signals had given to nobody before (ADR 34)',
      deterministicOfOpen.right,
      deterministicOfOpen.installs,
    ),
    allOf(
      'One attribution and one event for a match, the same answer again',
      once.kept,
      once.installs,
    ),
  ]
}

function allOf(text: string, kept: number, installs: number): Aim {
  return {
    text,
    reached: `${percent(kept, installs)} (${kept} of ${installs})`,
    isReached: kept === installs,
  }
}
