import { statfs } from 'node:fs/promises'
import { constrainedMemory } from 'node:process'
import { totalmem } from 'node:os'

export interface MachineSize {
  memoryBytes: number
  /** On the disk of the data folder. */
  freeDiskBytes: number
}

/**
 * Settings, as `name=value`, of a server that shares the machine. Longer times between checkpoints write fewer whole
 * pages, and segments not zeroed first cost one write instead of two (docs/operations.md, "PostgreSQL's settings").
 */
export function sizeSettings({ memoryBytes, freeDiskBytes }: MachineSize): string[] {
  // A machine reports less than its nominal memory: 7.6 GB of 8.
  const buffersMb = within((Math.ceil(memoryBytes / GB) * GB) / 16 / MB, 128, 512)
  const maxWalMb = within(freeDiskBytes / 10 / MB, 1_024, 8_192)
  return [
    `shared_buffers=${buffersMb}MB`,
    `wal_buffers=${buffersMb / 8}MB`,
    `max_wal_size=${maxWalMb}MB`,
    `min_wal_size=${maxWalMb / 4}MB`,
    'checkpoint_timeout=15min',
    'wal_init_zero=off',
  ]
}

/** @param folder an existing folder on the disk of the database */
export async function measureMachine(folder: string): Promise<MachineSize> {
  const { bavail, bsize } = await statfs(folder)
  // 0 without a limit of the container; a huge number on some kernels.
  const limit = constrainedMemory() || Infinity
  return { memoryBytes: Math.min(totalmem(), limit), freeDiskBytes: bavail * bsize }
}

/** In steps of 64, which the shares above divide without a remainder. */
function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(Math.floor(value / 64) * 64, min), max)
}

const MB = 1024 * 1024
const GB = 1024 * MB
