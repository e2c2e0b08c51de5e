import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { startReceiver, type Receiver, type Respond } from '@throughline/testkit/receiver'

/** Makes HTTPS receivers that share one authority, so that a worker which trusts it trusts them all. */
export interface Receivers {
  caPem: string
  start(respond?: Respond): Promise<Receiver>
}

/** A new authority, and receivers for `https://localhost` under it. */
export async function makeReceivers(): Promise<Receivers> {
  const authority = await makeCertificateAuthority()
  const tls = await issueCertificate(authority, { hosts: ['localhost', '127.0.0.1', '::1'] })
  return {
    caPem: authority.certPem,
    start: (respond) => startReceiver({ tls, ...(respond === undefined ? {} : { respond }) }),
  }
}
