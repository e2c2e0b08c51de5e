import { readFileSync } from 'node:fs'
import type { Service } from '@throughline/testkit/installation/service'

export interface MemoryWatch {
  /** The peak of any process, in MiB; 0 if unknown. */
  stop: () => number
}

const EVERY_MS = 500

/** Measures the memory use of processes (Linux). */
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
