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
    // The content security policy allows pictures as data URLs, but not fonts or scripts.
    assetsInlineLimit: 0,
    // Files are compressed by compress-files; the report would compress them again.
    reportCompressedSize: false,
    // Every supported browser knows `modulepreload`.
    modulePreload: { polyfill: false },
    // Without names: the first script lists all 130 files, and their names would take a kilobyte.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash].js',
        // One file for what every page loads: many small files compress worse, and their names take space.
        codeSplitting: { groups: [{ name: 'base', test: BASE }] },
      },
    },
    license: { fileName: 'THIRD-PARTY-LICENCES.md' },
  },
  // With `npm run dev`, the API is served on the page's own origin.
  server: { proxy: { '/api': 'http://localhost:3000', '/openapi.json': 'http://localhost:3000' } },
})
