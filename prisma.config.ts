import { defineConfig } from 'prisma/config'

// The schema engine runs from an npm package, so that no command downloads a binary.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= new URL(
  './scripts/schema-engine.mjs',
  import.meta.url,
).pathname

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://localhost:5432/throughline' },
})
