import { StartError } from '@throughline/runtime/lifecycle'
import { open, validate, type CountryResponse, type Reader } from 'maxmind'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Returns the country of a request as two letters (ISO 3166-1), or null. */
export type CountryOf = (headers: Headers, address: string) => string | null

export interface CountryOptions {
  /** A file in MaxMind's format; without it, no lookup is made. */
  mmdbPath: string | undefined
  /** A header that the proxy sets, in lower case; optional. */
  header: string | undefined
}

interface MmdbRecord {
  country?: { iso_code?: string }
  country_code?: string
}

const KNOWN_ADDRESSES = 10_000

/** The header is trusted, so the proxy must set it on every request; unknown countries are read from the file. */
export async function openCountries({ mmdbPath, header }: CountryOptions): Promise<CountryOf> {
  const reader = mmdbPath === undefined ? null : await openFile(mmdbPath)
  return (headers, address) => {
    const fromHeader = header === undefined ? null : readCode(headers[header])
    return fromHeader ?? lookup(reader, address)
  }
}

async function openFile(path: string): Promise<Reader<CountryResponse>> {
  try {
    return await open<CountryResponse>(path, { cache: { max: KNOWN_ADDRESSES } })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`GEO_MMDB: ${path} can't be read as an MMDB file (${reason})`)
  }
}

function lookup(reader: Reader<CountryResponse> | null, address: string): string | null {
  if (reader === null || !validate(address)) return null
  const record: MmdbRecord | null = reader.get(address)
  return readCode(record?.country?.iso_code ?? record?.country_code)
}

/** Some proxies send these values for unknown countries. */
const UNKNOWN = 'XX'

function readCode(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string') return null
  const code = value.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) && code !== UNKNOWN ? code : null
}
