import { defineConfig } from 'vite'

export default defineConfig({
  // Wherever it is served from.
  base: './',
  build: { target: 'es2023', assetsInlineLimit: 0 },
  // Inside this repository the client is taken from its sources.
  resolve: { tsconfigPaths: true },
  // The settings of what `npm start` runs; it serves them beside the built page, too.
  server: { proxy: { '/config.json': 'http://localhost:3002' } },
})
