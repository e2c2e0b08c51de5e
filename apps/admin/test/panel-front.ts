import { connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { makeSelfSignedCertificate } from '@throughline/testkit/certificates'
import { serve } from '@throughline/testkit/serve'

/** A name that is not localhost, so that browsers trust it only with https. */
export const PANEL_HOST = 'panel.test'

export interface PanelFront {
  url: string
  /** Connections before this are closed. */
  forwardTo: (port: number) => void
  close: () => Promise<void>
}

/** Accepts connections for the panel at `panel.test`, ends TLS and passes the bytes on. */
export async function openFront(scheme: 'http' | 'https'): Promise<PanelFront> {
  let target: number | null = null
  const accept = (near: Socket) => {
    near.on('error', () => undefined)
    if (target === null) {
      near.destroy()
      return
    }
    const far = connect(target, '127.0.0.1')
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
  }
  const { port, close } = await serve(
    scheme === 'http' ? createServer(accept) : createTlsServer(await certificate(), accept),
  )
  return {
    url: `${scheme}://${PANEL_HOST}:${port}`,
    forwardTo: (to) => {
      target = to
    },
    close,
  }
}

async function certificate(): Promise<{ cert: string; key: string }> {
  const { certPem, keyPem } = await makeSelfSignedCertificate({ hosts: [PANEL_HOST] })
  return { cert: certPem, key: keyPem }
}
