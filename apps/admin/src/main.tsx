import './ui/styles-base.js'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.js'
import { router } from './router.js'
import { theme } from './ui/theme.js'

const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
const nonce = meta?.nonce ?? ''
// For the library that locks scrolling behind a dialog. Mantine's style elements get the nonce from its provider.
setNonce(nonce)

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
