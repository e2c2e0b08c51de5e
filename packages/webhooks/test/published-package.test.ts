import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { packPackage, type PackedPackage } from '@throughline/testkit/packed-package'

let packed: PackedPackage

beforeAll(async () => {
  packed = await packPackage('webhooks')
})

afterAll(async () => {
  await packed.remove()
})

it('exports exactly its public functions', async () => {
  const printed = await packed.runModule(`
    const names = {}
    for (const path of ['', '/express'])
      names[path] = Object.keys(await import('@throughline/webhooks' + path)).sort()
    console.log(JSON.stringify(names))
  `)
  expect(JSON.parse(printed)).toEqual({
    '': ['WebhookVerificationError', 'verify', 'verifyServiceSignature', 'verifyStandardWebhook'],
    '/express': ['throughlineWebhook'],
  })
})

it('has nothing that publint would change, and resolves with its types under Node 20 and bundlers', async () => {
  const { messages, problems } = await packed.findProblems()
  expect(messages).toEqual([])
  // The old resolution of Node 10 does not support exports.
  const later = problems.filter(
    (problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  )
  expect(later).toEqual([])
})

it('contains exactly the built files', () => {
  const others = packed.files.filter((file) => !/^dist\/.+(?<!\.test)\.(js|d\.ts)$/.test(file))
  expect([...others].sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
})

it('passes npm’s dry run of publishing', async () => {
  expect(await packed.publishDryRun()).toContain('+ @throughline/webhooks@')
})
