import './ui/styles-base.js'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'

const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
const nonce = meta?.nonce ?? ''
// For the library that locks scrolling behind a dialog. Mantine's style elements get the nonce from its provider.
setNonce(nonce)

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  )
}
