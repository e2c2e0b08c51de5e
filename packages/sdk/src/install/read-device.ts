import type { Device, DeviceSource, Runtime } from '../adapters.js'
import { askAdapter } from '../platform/ask-adapter.js'
import type { Log } from '../platform/log.js'

/**
 * The device's facts, without those that the service would refuse: one odd value must not cost an install. Null where
 * there is none, or the platform does not answer.
 */
export async function readDevice(
  source: DeviceSource,
  platform: { runtime: Runtime; log: Log },
): Promise<Device | null> {
  const device = await askAdapter(platform, 'device', () => source.getDevice())
  return device && clean(device)
}

/** What the service takes: texts up to a length, numbers above 0. */
const MAX_LENGTHS = { osVersion: 32, model: 128, timeZone: 64 } as const
const MAX_NUMBERS = { screenWidth: 20_000, screenHeight: 20_000, pixelRatio: 20 } as const
const MAX_LANGUAGES = 20

function clean(device: Device): Device {
  const facts = Object.entries(device).flatMap(([name, value]: [string, unknown]) => {
    const cleaned = cleanFact(name, value)
    return cleaned === undefined ? [] : [[name, cleaned] as const]
  })
  return { ...Object.fromEntries(facts), platform: device.platform }
}

function cleanFact(name: string, value: unknown): unknown {
  const maxLength = (MAX_LENGTHS as Partial<Record<string, number>>)[name]
  if (maxLength !== undefined) return isText(value, maxLength) ? value : undefined
  const maxNumber = (MAX_NUMBERS as Partial<Record<string, number>>)[name]
  if (maxNumber !== undefined)
    return typeof value === 'number' && value > 0 && value <= maxNumber ? value : undefined
  return name === 'languages' && Array.isArray(value)
    ? value.filter((language) => isText(language, 35)).slice(0, MAX_LANGUAGES)
    : undefined
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxLength
}
