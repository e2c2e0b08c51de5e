/** @jest-config-loader esbuild-register */
import type { Config } from 'jest'

const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript', decorators: true } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
} satisfies Config

/** The integration tests, run whole on each queue backend. */
const integration = (backend: 'postgresql' | 'redis') => ({
  ...base,
  displayName: `${backend}-queue`,
  globalSetup: '<rootDir>/scripts/jest-global-setup.mjs',
  globalTeardown: '<rootDir>/scripts/jest-global-teardown.mjs',
  globals: { QUEUE_BACKEND: backend },
  testMatch: ['<rootDir>/{apps,packages}/*/test/**/*.test.ts'],
})

const config: Config = {
  testTimeout: 60_000,
  // ES modules of finished test files stay in memory: a worker process beyond this is replaced.
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...base, displayName: 'unit', testMatch: ['<rootDir>/{apps,packages}/*/src/**/*.test.ts'] },
    integration('postgresql'),
    // What never meets the queue runs once.
    {
      ...integration('redis'),
      testPathIgnorePatterns: [
        '/node_modules/',
        '\\.once\\.test\\.ts$',
        '<rootDir>/packages/(db|testkit|webhooks)/',
      ],
    },
  ],
}

export default config
