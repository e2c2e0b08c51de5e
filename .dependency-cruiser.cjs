/** Imports run one way: contracts ← core ← db, queue ← apps; runtime imports nothing internal. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${from}/src` },
  to: { path: '^(packages|apps)/', pathNot: [from, ...allowed].map((p) => `^${p}/`) },
})
const P = (n) => `packages/${n}`
/** The testkit only in tests: see the last rule. */
const APPS_MAY = ['contracts', 'core', 'db', 'queue', 'runtime', 'testkit'].map(P)
const DB_NOUNS =
  'accounts|attribution|clicks|deliveries|erasure|links|migrations|projects|retention|stream|webhooks'
/** The nouns of packages/db that import others, and why: docs/adr/0083. */
const DB_ARROWS = [
  ['accounts', 'projects'],
  ['attribution', 'deliveries', 'links'],
  ['erasure', 'deliveries'],
  ['projects', 'clicks', 'links', 'migrations'],
]
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('contracts-imports-only-zod', P('contracts'), []),
    only('core-is-pure', P('core'), [P('contracts')]),
    only('db-imports', P('db'), [P('contracts'), P('core')]),
    only('queue-imports', P('queue'), [P('contracts'), P('core')]),
    only('runtime-imports-nothing-internal', P('runtime'), []),
    only('webhooks-imports-nothing-internal', P('webhooks'), []),
    only('sdk-imports-nothing-internal', P('sdk'), []),
    only('stack-imports', P('stack'), [P('webhooks')]),
    only('api-imports', 'apps/api', [...APPS_MAY, P('webhooks')]),
    only('worker-imports', 'apps/worker', APPS_MAY),
    only('example-imports-only-the-client', 'apps/example', [P('sdk')]),
    {
      name: 'admin-imports-only-rules',
      severity: 'error',
      comment: 'Code for browsers must include neither zod nor a database driver.',
      from: { path: '^apps/admin/src' },
      to: {
        path: '^(packages|apps)/',
        pathNot:
          '^apps/admin/|^packages/core/src/association/|^packages/contracts/src/(abilities|stream)\\.ts$',
      },
    },
    {
      name: 'contracts-npm',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod' },
    },
    {
      name: 'core-no-io',
      severity: 'error',
      comment: 'Pure rules: only the modules crypto, url and buffer of Node, which do no I/O.',
      from: { path: '^packages/core/src', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|url|buffer)$' },
    },
    {
      name: 'sdk-has-no-dependencies',
      severity: 'error',
      comment:
        'Apps embed it: no packages and no modules of Node. The presets may use the types of their platform.',
      from: { path: '^packages/sdk/src', pathNot: '\\.test\\.ts$|^packages/sdk/src/presets/' },
      to: { dependencyTypes: ['npm', 'core'] },
    },
    {
      name: 'prisma-only-in-db',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^packages/db/' },
      to: { path: 'node_modules/(@prisma|prisma)/' },
    },
    {
      name: 'pg-only-in-its-folders',
      severity: 'error',
      comment:
        'All other code reaches PostgreSQL through Prisma, or passes its SQL to db/batch (ADR 58). The queue has its own driver.',
      from: {
        path: '^(apps|packages)/[^/]+/src/',
        pathNot:
          '^packages/(db/src/(connection|batch|migrations)|queue|stack|testkit|bench|chaos)/|\\.test\\.ts$',
      },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    {
      name: 'bullmq-only-in-queue',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^packages/(queue|bench)/' },
      to: { path: 'node_modules/bullmq/' },
    },
    {
      name: 'opentelemetry-loaded-on-demand',
      severity: 'error',
      comment: 'Tracing is off by default, and then costs nothing.',
      from: { path: '^(apps|packages)/', pathNot: '^packages/runtime/src/otel-tracing\\.ts$' },
      to: {
        path: 'node_modules/@opentelemetry/|^packages/runtime/src/otel-tracing\\.ts$',
        dynamic: false,
      },
    },
    {
      name: 'admin-ui-imports-no-screen',
      severity: 'error',
      comment: 'screens → ui, charts, shell → api, texts',
      from: { path: '^apps/admin/src/(ui|charts|api|texts|shell)/' },
      to: { path: '^apps/admin/src/screens/' },
    },
    {
      name: 'no-feature-to-feature',
      severity: 'error',
      from: { path: '^apps/api/src/features/([^/]+)/' },
      to: { path: '^apps/api/src/features/', pathNot: '^apps/api/src/features/$1/' },
    },
    {
      name: 'api-domain-imports-no-door',
      severity: 'error',
      comment: 'features, link-host, http → domain → infra',
      from: { path: '^apps/api/src/domain/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/api/src/', pathNot: '^apps/api/src/(domain|infra)/' },
    },
    {
      name: 'api-infra-imports-nothing-above',
      severity: 'error',
      from: { path: '^apps/api/src/infra/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/api/src/', pathNot: '^apps/api/src/infra/' },
    },
    {
      name: 'api-doors-apart',
      severity: 'error',
      from: { path: '^apps/api/src/(features|link-host)/' },
      to: { path: '^apps/api/src/(features|link-host)/', pathNot: '^apps/api/src/$1/' },
    },
    {
      name: 'db-batch-imports-only-connection',
      severity: 'error',
      from: { path: '^packages/db/src/batch/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/db/src/', pathNot: '^packages/db/src/(batch|connection)/' },
    },
    {
      name: 'db-connection-imports-nothing-above',
      severity: 'error',
      from: { path: '^packages/db/src/connection/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/db/src/', pathNot: '^packages/db/src/(connection|generated)/' },
    },
    {
      name: 'db-nouns-import-no-noun',
      severity: 'error',
      comment: 'A noun of db uses only batch and connection, except the arrows of ADR 83.',
      from: {
        path: `^packages/db/src/(${DB_NOUNS})/`,
        pathNot: ['\\.test\\.ts$', ...DB_ARROWS.map(([from]) => `^packages/db/src/${from}/`)],
      },
      to: { path: `^packages/db/src/(${DB_NOUNS})/`, pathNot: '^packages/db/src/$1/' },
    },
    ...DB_ARROWS.map(([from, ...allowed]) => ({
      name: `db-${from}-imports`,
      severity: 'error',
      from: { path: `^packages/db/src/${from}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `^packages/db/src/(${DB_NOUNS})/`,
        pathNot: [from, ...allowed].map((noun) => `^packages/db/src/${noun}/`),
      },
    })),
    {
      name: 'no-test-code-in-products',
      severity: 'error',
      from: {
        path: '^(apps/(admin|api|worker|example)|packages/(contracts|core|db|queue|runtime|sdk|webhooks))/src',
        pathNot: '\\.test\\.ts$',
      },
      to: { path: '^packages/(testkit|stack)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', 'packages/db/src/generated'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.svg'],
    },
  },
}
