import nodePlugin from 'eslint-plugin-n'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { RETIRED_IDENTIFIERS } from './scripts/lib/retired-identifiers.mjs'

/** Its elements can stand in the surrounding literal. An object with such a spread in its middle is also slow to create. */
const USELESS_SPREADS = [
  'ObjectExpression > SpreadElement > ObjectExpression.argument',
  'ArrayExpression > SpreadElement > ArrayExpression.argument',
  'ArrayExpression > SpreadElement > TSAsExpression.argument > ArrayExpression.expression',
  'CallExpression > SpreadElement > ArrayExpression.argument',
  'CallExpression > SpreadElement > TSAsExpression.argument > ArrayExpression.expression',
].map((selector) => ({ selector, message: 'Write the elements without a spread.' }))

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      'packages/db/src/generated/**',
      '.throughline/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx,cts}'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { n: nodePlugin },
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'n/no-process-env': 'error',
      'id-denylist': ['error', ...RETIRED_IDENTIFIERS],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message:
            'Use parseUrl of core: Node 20’s URL.canParse rejects hosts with umlauts once it is optimized.',
        },
      ],
      'no-restricted-syntax': ['error', ...USELESS_SPREADS],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 3 }],
      'max-depth': ['error', 3],
      complexity: ['error', 12],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    ignores: ['scripts/lib/retired-identifiers.mjs'],
    rules: { 'id-denylist': ['error', ...RETIRED_IDENTIFIERS] },
  },
  {
    files: ['apps/admin/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    // The only file of each app that reads the environment, and the test set-up.
    files: [
      'apps/*/src/config.ts',
      'packages/runtime/src/env.ts',
      'packages/testkit/src/test-env.ts',
      'packages/stack/src/config.ts',
      'prisma.config.ts',
      'jest.config.ts',
    ],
    rules: { 'n/no-process-env': 'off' },
  },
  {
    // Only these folders hold a connection to PostgreSQL (ADR 58); dependency-cruiser checks the imports of pg.
    files: ['apps/*/src/**/*.ts', 'packages/*/src/**/*.ts'],
    ignores: [
      'packages/db/src/{connection,batch,migrations}/**',
      'apps/admin/**',
      'packages/{queue,stack,testkit,bench,chaos}/**',
      '**/*.test.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...USELESS_SPREADS,
        ...[
          'CallExpression[callee.property.name="query"]',
          'CallExpression[callee.property.name="connect"][callee.object.name="pool"]',
          'CallExpression[callee.property.name="connect"][callee.object.property.name="pool"]',
        ].map((selector) => ({
          selector,
          message: 'Use Prisma, or pass the SQL to db/batch: docs/adr/0058.',
        })),
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/test/**/*.ts', 'packages/testkit/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-params': 'off',
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      // Response bodies are untyped; the test's expectations check them.
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
)
