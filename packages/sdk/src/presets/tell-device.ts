import type { Device } from '../adapters.js'

type Facts = Omit<Device, 'platform'>

/** A device's facts as platforms give them, some of them missing. */
export type DeviceFacts = { readonly [Name in keyof Facts]?: Device[Name] | null | undefined }

/**
 * A device with the facts that there are.
 *
 * @param facts screen in logical points, languages as BCP 47 tags, time zone as an IANA name
 */
export function tellDevice(platform: Device['platform'], facts: DeviceFacts): Device {
  const known = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== undefined)
  // What was filtered out is all that tells the two types apart.
  return { platform, ...(Object.fromEntries(known) as Facts) }
}
