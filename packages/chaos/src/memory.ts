import { readFileSync } from 'node:fs'
import type { Service } from '@throughline/testkit/installation/service'

export interface MemoryWatch {
  /** The most that any of them had, in MiB; 0 where it can't be told. */
  stop: () => number
}

const EVERY_MS = 500

/** Watches how much memory some processes hold (Linux). */
export function watchMemory(services: Service[]): MemoryWatch {
  let most = 0
  const look = () => {
    for (const { pid } of services) most = Math.max(most, residentMiB(pid()))
  }
  const timer = setInterval(look, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.round(most)
    },
  }
}

function residentMiB(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1_024
  } catch {
    return 0
  }
}
