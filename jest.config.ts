/** @jest-config-loader esbuild-register */
import type { Config } from 'jest'

const base = {
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  runtime: '<rootDir>/scripts/jest/runtime.mjs',
  // Node itself uses these, so tests must not replace them.
  fakeTimers: { doNotFake: ['hrtime', 'nextTick', 'queueMicrotask'] },
  transform: { '^.+\\.ts$': '<rootDir>/scripts/jest/transform.mjs' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
} satisfies Config

/** Tests on real servers. */
const integration = (backend: 'postgresql' | 'redis') => ({
  ...base,
  globalSetup: '<rootDir>/scripts/jest-global-setup.mjs',
  globalTeardown: '<rootDir>/scripts/jest-global-teardown.mjs',
  globals: { QUEUE_BACKEND: backend },
})

/** Tests that depend on the queue or on Redis. They run on each queue backend. */
const onQueue = (backend: 'postgresql' | 'redis') => ({
  ...integration(backend),
  displayName: `${backend}-queue`,
  testMatch: ['<rootDir>/{apps,packages}/*/test/queue/**/*.test.ts'],
})

const config: Config = {
  testTimeout: 60_000,
  // The temporary folder of a whole run is new.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Jest replaces a worker process that exceeds this.
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...base, displayName: 'unit', testMatch: ['<rootDir>/{apps,packages}/*/src/**/*.test.ts'] },
    {
      ...integration('postgresql'),
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,packages}/*/test/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/(apps|packages)/[^/]+/test/(queue|system|nightly)/',
      ],
    },
    onQueue('postgresql'),
    onQueue('redis'),
    // Complete installations: scripts/test.mjs runs them one at a time, concurrently with the other tests.
    {
      ...integration('postgresql'),
      displayName: 'system',
      testMatch: ['<rootDir>/{apps,packages}/*/test/system/**/*.test.ts'],
    },
    // Long forms: `npm test` runs them only if their path is given, `.ci/nightly` all of them.
    {
      ...integration('postgresql'),
      displayName: 'nightly',
      testMatch: ['<rootDir>/{apps,packages}/*/test/nightly/**/*.test.ts'],
    },
  ],
}

export default config
