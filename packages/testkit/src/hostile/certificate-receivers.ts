import {
  issueCertificate,
  makeSelfSignedCertificate,
  type CertificateAndKey,
} from '../certificates.js'
import { hostileHost, type ReceiverEnvironment, type ReceiverSpec } from './receiver-spec.js'
import { startHttpsReceiver } from './https-receiver.js'

const dayMs = 86_400_000

/** A certificate of the right authority for the right name that expired yesterday. */
export const expiredCertificate = withCertificate(({ authority }) =>
  issueCertificate(authority, {
    hosts: [hostileHost],
    notBefore: new Date(Date.now() - 30 * dayMs),
    notAfter: new Date(Date.now() - dayMs),
  }),
)

export const wrongNameCertificate = withCertificate(({ authority }) =>
  issueCertificate(authority, { hosts: ['somebody-else.example', '127.0.0.2'] }),
)

export const selfSignedCertificate = withCertificate(() =>
  makeSelfSignedCertificate({ hosts: [hostileHost] }),
)

function withCertificate(
  make: (environment: ReceiverEnvironment) => Promise<CertificateAndKey>,
): ReceiverSpec {
  return {
    expected: { outcomes: ['tls'], statusCodes: [null], ends: 'early', getsRequest: false },
    start: async (environment) =>
      startHttpsReceiver(await make(environment), ({ response }) => {
        response.writeHead(200).end()
        return 200
      }),
  }
}
