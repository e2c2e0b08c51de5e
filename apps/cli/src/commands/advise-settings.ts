export interface ServerSetting {
  name: string
  /** As `SHOW` prints it. */
  shown: string
  /** In bytes or seconds; 1 for `on`, 0 for `off`. */
  amount: number
  isOnCommandLine: boolean
}

interface Worthwhile {
  name: string
  isEnough: (amount: number) => boolean
  set: string
}

const MB = 1024 ** 2
const atLeast = (least: number) => (amount: number) => amount >= least

/** The values of docs/operations.md, "PostgreSQL's settings", or half of them. */
export const WORTHWHILE: readonly Worthwhile[] = [
  { name: 'shared_buffers', isEnough: atLeast(256 * MB), set: '512MB or more' },
  { name: 'wal_buffers', isEnough: atLeast(32 * MB), set: '64MB' },
  { name: 'max_wal_size', isEnough: atLeast(4_096 * MB), set: '8GB' },
  { name: 'min_wal_size', isEnough: atLeast(1_024 * MB), set: '2GB' },
  { name: 'checkpoint_timeout', isEnough: atLeast(15 * 60), set: '15min' },
  { name: 'wal_init_zero', isEnough: (amount) => amount === 0, set: 'off' },
]

/** Returns what to set, for each setting that falls short of `WORTHWHILE`. Ignores settings that are not given. */
export function adviseSettings(settings: readonly ServerSetting[]): string[] {
  const found = new Map(settings.map((setting) => [setting.name, setting]))
  return WORTHWHILE.flatMap(({ name, isEnough, set }) => {
    const setting = found.get(name)
    if (setting === undefined || isEnough(setting.amount)) return []
    return [
      setting.isOnCommandLine
        ? `${name} is ${setting.shown} on the command line, which overrides ALTER SYSTEM: set ${set} there`
        : `${name} is ${setting.shown}, set ${set}`,
    ]
  })
}
