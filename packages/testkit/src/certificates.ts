// The polyfill must be loaded before x509, which uses it on load.
import 'reflect-metadata'
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  cryptoProvider,
} from '@peculiar/x509'

export type CertificateAndKey = {
  readonly certPem: string
  readonly keyPem: string
}

export type CertificateOptions = {
  /** Names and literal addresses that the certificate is valid for; may be empty. */
  readonly hosts: readonly string[]
  /** Whether its owner also connects to others with it, as the nodes of a Redis Cluster do. */
  readonly isForClients?: boolean
  /** Default: an hour ago. */
  readonly notBefore?: Date
  /** Default: a day from now. */
  readonly notAfter?: Date
}

type KeyPair = webcrypto.CryptoKeyPair

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const hourMs = 3_600_000
const authorityName = 'CN=Throughline test authority'

cryptoProvider.set(webcrypto)

export async function makeCertificateAuthority(): Promise<CertificateAndKey> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: authorityName,
    serialNumber: serialNumber(),
    ...validity({ hosts: [] }),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certPem: certificate.toString('pem'), keyPem: await privateKeyPem(keys) }
}

export async function issueCertificate(
  authority: CertificateAndKey,
  options: CertificateOptions,
): Promise<CertificateAndKey> {
  const keys = await makeKeys()
  const issuer = new X509Certificate(authority.certPem)
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=Throughline test server',
    issuer: issuer.subject,
    serialNumber: serialNumber(),
    ...validity(options),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await importPrivateKey(authority.keyPem),
    extensions: [
      ...(await serverExtensions(keys, options)),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  })
  return { certPem: certificate.toString('pem'), keyPem: await privateKeyPem(keys) }
}

export async function makeSelfSignedCertificate(
  options: CertificateOptions,
): Promise<CertificateAndKey> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Throughline self-signed test server',
    serialNumber: serialNumber(),
    ...validity(options),
    signingAlgorithm: algorithm,
    keys,
    extensions: await serverExtensions(keys, options),
  })
  return { certPem: certificate.toString('pem'), keyPem: await privateKeyPem(keys) }
}

function makeKeys(): Promise<KeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

async function serverExtensions(keys: KeyPair, { hosts, isForClients }: CertificateOptions) {
  const names = hosts.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }) as const)
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([
      ExtendedKeyUsage.serverAuth,
      ...(isForClients === true ? [ExtendedKeyUsage.clientAuth] : []),
    ]),
    // An extension without a single name would itself be malformed.
    ...(names.length === 0 ? [] : [new SubjectAlternativeNameExtension(names)]),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
  ]
}

function validity({ notBefore, notAfter }: CertificateOptions) {
  const now = Date.now()
  return {
    notBefore: notBefore ?? new Date(now - hourMs),
    notAfter: notAfter ?? new Date(now + 24 * hourMs),
  }
}

/** Positive and of 16 bytes: clients cache by issuer and serial number. */
function serialNumber(): string {
  return `01${randomBytes(15).toString('hex')}`
}

async function privateKeyPem({ privateKey }: KeyPair): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

function importPrivateKey(keyPem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(keyPem).export({ format: 'der', type: 'pkcs8' })
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
}
