import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { checkBudgets } from './build/check-budgets.js'
import { compressFiles } from './build/compress-files.js'

const BASE =
  /node_modules\/(react|react-dom|scheduler|openapi-fetch|@tanstack\/(history|router-core|react-router|store|react-store|query-core)|@mantine\/core\/esm\/(core|components\/(Button|Input|InputBase|Loader|PasswordInput|TextInput|Transition|UnstyledButton)))\//

export default defineConfig({
  base: '/admin/',
  plugins: [react(), checkBudgets(), compressFiles()],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // A picture in a data URL would be allowed, but not a font or a script.
    assetsInlineLimit: 0,
    // Node serves them compressed; the report would compress them a second time.
    reportCompressedSize: false,
    // Every supported browser knows `modulepreload`.
    modulePreload: { polyfill: false },
    // Names of 130 files would be a kilobyte of the first script, which lists them all.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash].js',
        // What every page loads, in one file: many small ones compress worse and their names take room.
        codeSplitting: { groups: [{ name: 'base', test: BASE }] },
      },
    },
    license: { fileName: 'THIRD-PARTY-LICENCES.md' },
  },
  // The API beside `npm run dev`, on the page's own origin.
  server: { proxy: { '/api': 'http://localhost:3000', '/openapi.json': 'http://localhost:3000' } },
})
