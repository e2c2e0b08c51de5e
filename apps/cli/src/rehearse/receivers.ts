import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { startReceiver, type Receiver, type Respond } from '@throughline/testkit/receiver'

/** Creates HTTPS receivers. They share one certificate authority, so a worker must trust only that one. */
export interface Receivers {
  caPem: string
  start(respond?: Respond): Promise<Receiver>
}

/** Creates a certificate authority, and receivers for `https://localhost` with its certificates. */
export async function makeReceivers(): Promise<Receivers> {
  const authority = await makeCertificateAuthority()
  const tls = await issueCertificate(authority, { hosts: ['localhost', '127.0.0.1', '::1'] })
  return {
    caPem: authority.certPem,
    start: (respond) => startReceiver({ tls, ...(respond === undefined ? {} : { respond }) }),
  }
}
