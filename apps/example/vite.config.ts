import { defineConfig } from 'vite'

export default defineConfig({
  // Wherever it is served from.
  base: './',
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['index.html', 'shop.html'] },
  },
  // Inside this repository the client is taken from its sources.
  resolve: { tsconfigPaths: true },
  // `npm start` serves these beside the built page.
  server: {
    proxy: Object.fromEntries(
      ['/config.json', '/owner.json', '/phone/'].map((path) => [path, 'http://localhost:3002']),
    ),
  },
})
