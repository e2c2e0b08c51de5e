// Starts the servers of the integration tests once, and passes their addresses to the test processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { inRoot, root, tsxFlags } from './lib/paths.mjs'

export default async function setUp() {
  const program = inRoot('packages', 'testkit', 'src', 'test-stack.ts')
  const child = spawn(process.execPath, [...tsxFlags(), program], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C ends the tests first; the stack ends when this process closes its input.
    detached: true,
  })
  const ended = once(child, 'exit')
  const line = once(createInterface({ input: child.stdout }), 'line')
  const first = await Promise.race([line, ended.then(() => null)])
  if (first === null) throw new Error('the servers for the tests did not start; see above')
  const { databaseUrl, template, certificates, redisUrl, builds } = JSON.parse(first[0])
  process.env.THROUGHLINE_TEST_DATABASE_URL = databaseUrl
  process.env.THROUGHLINE_TEST_TEMPLATE = template
  process.env.THROUGHLINE_TEST_CERTIFICATES = certificates
  process.env.THROUGHLINE_TEST_REDIS_URL = redisUrl ?? ''
  // scripts/test.mjs sets one for two runs at the same time.
  process.env.THROUGHLINE_TEST_BUILDS ||= builds
  // The global tear-down runs in this process and has no other access to it.
  globalThis.throughlineTestStack = { child, ended }
}
