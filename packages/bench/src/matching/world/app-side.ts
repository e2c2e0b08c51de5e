import type { Person } from './person.js'

export interface AppDevice {
  os_version: string
  model: string
  screen_width: number
  screen_height: number
  pixel_ratio: number
  languages: readonly string[]
  time_zone: string
}

export function appDeviceOf({ phone, osVersion, languages, timeZone }: Person): AppDevice {
  return {
    os_version: osVersion,
    model: phone.model,
    screen_width: phone.width,
    screen_height: phone.height,
    pixel_ratio: phone.ratio,
    languages,
    time_zone: timeZone,
  }
}
