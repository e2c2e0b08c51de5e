import { X509Certificate, createPrivateKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import {
  issueCertificate,
  makeCertificateAuthority,
  makeSelfSignedCertificate,
  type CertificateAndKey,
} from './certificates.js'

const hosts = ['localhost', 'hooks.example.com', '127.0.0.1', '::1']

let authority: CertificateAndKey

beforeAll(async () => {
  authority = await makeCertificateAuthority()
})

describe('issueCertificate', () => {
  it('issues a certificate for names and addresses, signed by the authority', async () => {
    const { certPem, keyPem } = await issueCertificate(authority, { hosts })
    const certificate = new X509Certificate(certPem)
    const issuer = new X509Certificate(authority.certPem)
    expect(certificate.checkIssued(issuer)).toBe(true)
    expect(certificate.verify(issuer.publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(keyPem))).toBe(true)
    expect(certificate.ca).toBe(false)
    expect(certificate.checkHost('hooks.example.com')).toBe('hooks.example.com')
    expect(certificate.checkHost('other.example.com')).toBeUndefined()
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(certificate.checkIP('::1')).toBe('::1')
    expect(certificate.checkIP('127.0.0.2')).toBeUndefined()
  })

  it('is valid now unless other dates are given', async () => {
    const valid = new X509Certificate((await issueCertificate(authority, { hosts })).certPem)
    expect(Date.parse(valid.validFrom)).toBeLessThan(Date.now())
    expect(Date.parse(valid.validTo)).toBeGreaterThan(Date.now())

    const notBefore = new Date('2020-01-01T00:00:00Z')
    const notAfter = new Date('2020-01-02T00:00:00Z')
    const options = { hosts, notBefore, notAfter }
    const expired = new X509Certificate((await issueCertificate(authority, options)).certPem)
    expect(new Date(expired.validFrom)).toEqual(notBefore)
    expect(new Date(expired.validTo)).toEqual(notAfter)
  })

  it('gives each certificate a separate serial number', async () => {
    const serials = await Promise.all(
      [1, 2].map(async () => (await issueCertificate(authority, { hosts })).certPem),
    )
    const [first, second] = serials.map((pem) => new X509Certificate(pem).serialNumber)
    expect(first).not.toBe(second)
  })
})

describe('makeCertificateAuthority', () => {
  it('makes a certificate that may sign others', () => {
    expect(new X509Certificate(authority.certPem).ca).toBe(true)
  })
})

describe('makeSelfSignedCertificate', () => {
  it('signs itself and is no authority', async () => {
    const { certPem } = await makeSelfSignedCertificate({ hosts })
    const certificate = new X509Certificate(certPem)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.ca).toBe(false)
    expect(certificate.checkHost('localhost')).toBe('localhost')
  })
})
