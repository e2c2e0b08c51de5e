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
      'installs of people whose clicks are known: right, missed and false matches, and what a match costs',
    )
    .addOption(
      new Option('--part <name>', 'what is measured')
        .choices(['corpus', 'fit', 'scale', 'crowd', 'installs'])
        .default('corpus'),
    )
    .option(
      '--installs <n>',
      'of the corpus, at least, for each seed (8000); of the crowd’s rates (6000); at each size of the scale (400); of each measurement of installs (6000)',
      whole,
    )
    .option('--rounds <n>', 'of the installs, in turns with the bare server', whole, 3)
    .option('--seed <n>', 'the same seed makes the same world', whole, 1)
    .option('--seeds <ranges>', 'of the corpus and the fit, such as 1-5', wholeRanges)
    .option(
      '--dump <folder>',
      'of the corpus, write there what the matcher saw; of the fit, read it',
    )
    .option(
      '--visits <list>',
      'open visits at each measurement of the scale',
      wholeList,
      [10_000, 100_000, 1_000_000],
    )
    .option('--save <file>', 'write all figures there, as JSON')
    .option(
      '--write',
      'put the figures into docs/matching.md; of the fit, replace the shipped model',
    )
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
