import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'

const folder = mkdtempSync(join(tmpdir(), 'throughline-lifecycle-'))
afterAll(() => rmSync(folder, { recursive: true }))

const source = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))

/** Runs a service in a separate process, and signals it as soon as it reports that it is up. */
async function run(start: string, signals: NodeJS.Signals[] = ['SIGTERM']) {
  const main = join(folder, `${Math.random().toString(36).slice(2)}.mts`)
  writeFileSync(
    main,
    `import { runService, StartError } from ${source('lifecycle.ts')}
     import { createLogger } from ${source('logger.ts')}
     const logger = createLogger({ name: 'test', level: 'info' })
     const never = () => new Promise(() => undefined)
     const say = (text) => () => console.log(text)
     setInterval(() => undefined, 1_000)
     const up = (stopPhases, hardLimitMs = 5_000) => {
       setImmediate(say('up'))
       return { logger, stopPhases, hardLimitMs }
     }
     await runService(async () => { ${start} })`,
  )
  const tsx = import.meta.resolve('tsx')
  const child = spawn(process.execPath, ['--import', tsx, main])
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (/^up$/m.test(stdout)) for (const signal of signals.splice(0)) child.kill(signal)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const said = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  return { code, said, stdout, stderr }
}

describe('runService', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'runs its phases in order on %s and exits 0',
    async (signal) => {
      const { code, said } = await run(
        `return up([
         { name: 'one', run: () => new Promise((resolve) => setTimeout(() => resolve(say('one')()), 50)), timeoutMs: 1_000 },
         { name: 'two', run: say('two'), timeoutMs: 1_000 },
       ])`,
        [signal],
      )
      expect([code, said]).toEqual([0, ['up', 'one', 'two']])
    },
  )

  it('stops once, however many signals arrive', async () => {
    const { code, said } = await run(
      `return up([{ name: 'one', run: async () => { say('one')(); await new Promise((r) => setTimeout(r, 100)) }, timeoutMs: 1_000 }])`,
      ['SIGTERM', 'SIGINT', 'SIGTERM'],
    )
    expect([code, said]).toEqual([0, ['up', 'one']])
  })

  it('continues with the next phase when one fails or takes too long, and exits 1', async () => {
    const { code, said, stdout } = await run(
      `return up([
         { name: 'slow', run: never, timeoutMs: 20 },
         { name: 'bad', run: () => { throw new Error('no') }, timeoutMs: 20 },
         { name: 'last', run: say('last'), timeoutMs: 20 },
       ])`,
    )
    expect([code, said]).toEqual([1, ['up', 'last']])
    expect(stdout).toMatch(/"phase":"slow".*timed out/)
    expect(stdout).toMatch(/"phase":"bad".*failed/)
  })

  it('exits 1 at the hard limit', async () => {
    const { code, stdout } = await run(
      `return up([{ name: 'slow', run: never, timeoutMs: 60_000 }], 50)`,
    )
    expect(code).toBe(1)
    expect(stdout).toContain('shutdown exceeded its hard limit')
  })

  it('exits 0 when it is stopped before it is up', async () => {
    const { code } = await run(`say('up')(); await never()`)
    expect(code).toBe(0)
  })

  it('exits 1 when its start fails: with a message for the operator, else with the stack', async () => {
    const [known, unknown] = await Promise.all([
      run(`throw new StartError('Port 3000 is in use.')`),
      run(`throw new TypeError('oh')`),
    ])
    expect([known.code, known.stderr]).toEqual([1, 'Port 3000 is in use.\n'])
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toMatch(/^TypeError: oh\n +at /)
  })
})
