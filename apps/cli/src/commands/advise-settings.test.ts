import { describe, expect, it } from '@jest/globals'
import { sizeSettings } from '@throughline/stack/postgres/size-settings'
import { adviseSettings, WORTHWHILE } from './advise-settings.js'

const UNITS: Record<string, number> = { kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, min: 60 }
const SWITCHES: Record<string, number> = { on: 1, off: 0 }

function setting(name: string, shown: string, isOnCommandLine = false) {
  const [, number = '', unit = ''] = /^(\d+)(\w+)$/.exec(shown) ?? []
  return {
    name,
    shown,
    amount: SWITCHES[shown] ?? Number(number) * (UNITS[unit] ?? NaN),
    isOnCommandLine,
  }
}

const DEFAULTS = [
  setting('shared_buffers', '128MB'),
  setting('wal_buffers', '4MB'),
  setting('max_wal_size', '1GB'),
  setting('min_wal_size', '80MB'),
  setting('checkpoint_timeout', '5min'),
  setting('wal_init_zero', 'on'),
]

describe('adviseSettings', () => {
  it('names each default of PostgreSQL, and what to set', () => {
    expect(adviseSettings(DEFAULTS)).toEqual([
      'shared_buffers is 128MB, set 512MB or more',
      'wal_buffers is 4MB, set 64MB',
      'max_wal_size is 1GB, set 8GB',
      'min_wal_size is 80MB, set 2GB',
      'checkpoint_timeout is 5min, set 15min',
      'wal_init_zero is on, set off',
    ])
  })

  it('says where to set a value of the command line', () => {
    const settings = [
      setting('shared_buffers', '128MB', true),
      setting('wal_buffers', '64MB', true),
    ]
    expect(adviseSettings(settings)).toEqual([
      'shared_buffers is 128MB on the command line, which overrides ALTER SYSTEM: set 512MB or more there',
    ])
  })

  it('ignores settings that are not given', () => {
    expect(adviseSettings([])).toEqual([])
  })

  it('compares every setting of npm start, and accepts its values for a large machine', () => {
    const large = { memoryBytes: 64 * 1024 ** 3, freeDiskBytes: 1024 ** 4 }
    const settings = sizeSettings(large).map((text) => {
      const [name = '', shown = ''] = text.split('=')
      return setting(name, shown)
    })
    expect(WORTHWHILE.map(({ name }) => name)).toEqual(settings.map(({ name }) => name))
    expect(adviseSettings(settings)).toEqual([])
  })
})
