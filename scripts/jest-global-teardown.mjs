// Ends the servers that jest-global-setup.mjs has started.
export default async function tearDown() {
  const { child, ended } = globalThis.throughlineTestStack ?? {}
  child?.stdin.end()
  await ended
}
