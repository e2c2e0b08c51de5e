import { Option, type Command } from 'commander'
import { whole, wholeList, wholeRanges } from '../whole-number.js'
import { runCorpus, type CorpusOptions } from './run-corpus.js'
import { runContention } from './contention/run-contention.js'
import { runFit } from './fit/run-fit.js'
import { runInstalls } from './installs/run-installs.js'
import { runScale } from './scale/run-scale.js'

interface MatchingOptions extends Omit<CorpusOptions, 'seeds'> {
  seeds?: number[]
  part: 'corpus' | 'fit' | 'scale' | 'crowd' | 'installs'
  seed: number
  rounds: number
  visits: number[]
}

export function addMatchingCommand(program: Command): void {
  program
    .command('matching')
    .description(
      'right, missed and false matches of installs with known clicks, and the cost of a match',
    )
    .addOption(
      new Option('--part <name>', 'what to measure')
        .choices(['corpus', 'fit', 'scale', 'crowd', 'installs'])
        .default('corpus'),
    )
    .option(
      '--installs <n>',
      'number of installs: corpus, minimum per seed (8000); crowd, per rate (6000); scale, per size (400); installs, per measurement (6000)',
      whole,
    )
    .option(
      '--rounds <n>',
      'rounds of the part installs, alternating with the baseline server',
      whole,
      3,
    )
    .option('--seed <n>', 'the same seed generates the same world', whole, 1)
    .option('--seeds <ranges>', 'seeds of the parts corpus and fit, such as 1-5', wholeRanges)
    .option(
      '--dump <folder>',
      'corpus: write the inputs of the matcher to this folder; fit: read them from it',
    )
    .option(
      '--visits <list>',
      'numbers of open visits of the part scale',
      wholeList,
      [10_000, 100_000, 1_000_000],
    )
    .option('--save <file>', 'write all figures to this file, as JSON')
    .option('--write', 'write the figures into docs/matching.md; fit: replace the shipped model')
    .action(({ part, seeds: given, ...options }: MatchingOptions) => {
      const seeds = given ?? [options.seed]
      if (part === 'fit') {
        const { write = false } = options
        return runFit({ seeds, dump: options.dump ?? '.', write })
      }
      if (part === 'scale') return runScale(options)
      if (part === 'installs') return runInstalls(options)
      return part === 'crowd' ? runContention(options) : runCorpus({ ...options, seeds })
    })
}
