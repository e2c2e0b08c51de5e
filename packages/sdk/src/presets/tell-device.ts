import type { Device } from '../adapters.js'

export type DeviceFacts = {
  readonly [Name in Exclude<keyof Device, 'platform' | 'installedAt'>]?:
    Device[Name] | null | undefined
}

type Draft = { -readonly [Name in keyof Device]: Device[Name] }

/** The API's limit; one longer field, and the whole report is rejected permanently. */
const MAX_OS_VERSION_LENGTH = 64
const MAX_MODEL_LENGTH = 128
const MAX_TIME_ZONE_LENGTH = 64
const MAX_TAG_LENGTH = 35
const MAX_LANGUAGES = 20
const MAX_POINTS = 20_000
const MAX_PIXEL_RATIO = 20

/** A device with the facts that the API accepts; omits missing, empty and odd values. */
export function tellDevice(platform: Device['platform'], facts: DeviceFacts): Device {
  const device: Draft = { platform }
  const languages = (facts.languages ?? []).filter((tag) => isText(tag, MAX_TAG_LENGTH))
  if (isText(facts.osVersion, MAX_OS_VERSION_LENGTH)) device.osVersion = facts.osVersion
  if (isText(facts.model, MAX_MODEL_LENGTH)) device.model = facts.model
  if (isLength(facts.screenWidth, MAX_POINTS)) device.screenWidth = facts.screenWidth
  if (isLength(facts.screenHeight, MAX_POINTS)) device.screenHeight = facts.screenHeight
  if (isLength(facts.pixelRatio, MAX_PIXEL_RATIO)) device.pixelRatio = facts.pixelRatio
  if (languages.length > 0) device.languages = languages.slice(0, MAX_LANGUAGES)
  if (isText(facts.timeZone, MAX_TIME_ZONE_LENGTH)) device.timeZone = facts.timeZone
  return device
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength
}

function isLength(value: unknown, max: number): value is number {
  return typeof value === 'number' && value > 0 && value <= max
}
