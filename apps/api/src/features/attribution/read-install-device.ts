import { parseFingerprint, type FingerprintParts } from '@throughline/core/matching/fingerprint'
import type { MatchSignals } from '@throughline/core/matching/match-types'
import {
  addressHashes,
  fingerprintHash,
  type AddressHashes,
} from '../../domain/clicks/address-hash.js'
import type { InstallCall } from './install-call.js'
import { normalFingerprint, upright } from '../../domain/devices/normal-fingerprint.js'

export interface InstallDevice extends AddressHashes {
  /** The fingerprint that the server built with the address of the connection. */
  fingerprint: string | null
  fingerprintHash: Buffer | null
  isAddressShared: boolean
  isAddressV6: boolean
  signals: MatchSignals
}

/** Reads the device. The fingerprint uses the address of the connection, never the one that the app sent. */
export function readInstallDevice(call: InstallCall): InstallDevice {
  const { ctx, project, address, body } = call
  const { ipHash, ipPrefixHash } = addressHashes(ctx, project.id, address)
  const fingerprint = ipHash === null ? null : buildFingerprint(call)
  return {
    ipHash,
    ipPrefixHash,
    fingerprint,
    fingerprintHash:
      fingerprint === null ? null : fingerprintHash(ctx.keys, project.id, fingerprint),
    isAddressShared: ctx.sharedRanges.has(address),
    isAddressV6: address.includes(':'),
    signals: signalsOf(body, fingerprint),
  }
}

function buildFingerprint({ address, body }: InstallCall): string | null {
  const given = parseFingerprint(body.fingerprint ?? '')
  if (given !== null) return normalFingerprint({ ...given, address })
  const { os_version: osVersion, screen_width: width, screen_height: height } = body.device ?? {}
  if (osVersion === undefined || width === undefined || height === undefined) return null
  const built = normalFingerprint({
    address,
    os: body.platform === 'ios' ? 'iOS' : 'Android',
    osVersion,
    width: Math.round(width),
    height: Math.round(height),
  })
  // An OS version that is not a plain number results in a text that no device report can have.
  return parseFingerprint(built) === null ? null : built
}

function signalsOf({ device = {} }: InstallCall['body'], fingerprint: string | null): MatchSignals {
  const reported = fingerprint === null ? null : parseFingerprint(fingerprint)
  const screen = screenOf(device, reported)
  return {
    osVersion: firstOf(device.os_version, reported?.osVersion),
    model: firstOf(device.model),
    screenWidth: screen?.width ?? null,
    screenHeight: screen?.height ?? null,
    pixelRatio: firstOf(device.pixel_ratio),
    languages: firstOf(device.languages),
    timeZone: firstOf(device.time_zone),
  }
}

type Device = NonNullable<InstallCall['body']['device']>

function screenOf(device: Device, reported: FingerprintParts | null) {
  const width = device.screen_width ?? reported?.width
  const height = device.screen_height ?? reported?.height
  return width === undefined || height === undefined ? null : upright(width, height)
}

function firstOf<Value>(...values: (Value | undefined)[]): Value | null {
  return values.find((value) => value !== undefined) ?? null
}
