import type { IContainer } from 'kubernetes-models/v1/Container'
import type { Facts } from './facts.js'
import { appOf, workloadsOf, type Manifest, type Workload } from './manifests.js'

export interface Installation {
  manifests: Manifest[]
  facts: Facts
}

/** Returns what is wrong, one line each. */
export type Rule = (installation: Installation) => string[] | Promise<string[]>

export interface Running {
  workload: Workload
  container: IContainer
  app: 'api' | 'worker' | 'cli' | null
  name: string
}

export function containersOf(manifests: Manifest[]): Running[] {
  return workloadsOf(manifests).flatMap((workload) =>
    workload.pod.containers.map((container) => ({
      workload,
      container,
      app: appOf(container),
      name: `${workload.name}/${container.name}`,
    })),
  )
}

export const eachContainer =
  (check: (running: Running, installation: Installation) => (string | false)[]): Rule =>
  (installation) =>
    containersOf(installation.manifests).flatMap((running) =>
      check(running, installation)
        .filter((problem) => problem !== false)
        .map((problem) => `${running.name}: ${problem}`),
    )

const IN_SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgresql://user:password@throughline-database-rw:5432/throughline',
  DATABASE_DIRECT_URL: 'postgresql://user:password@throughline-database-rw:5432/throughline',
  SECRETS_KEYS: `k1:${'A'.repeat(43)}=`,
  REDIS_URL: 'redis://:password@throughline-redis:6379',
}

/** The environment of the process, with placeholder texts for secrets. */
export function environmentOf(
  container: IContainer,
  manifests: Manifest[],
): Record<string, string> {
  const own = (container.env ?? []).map(({ name, value }) => {
    const secret = name.replace(/_FILE$/, '')
    return secret in IN_SECRETS ? [secret, IN_SECRETS[secret]] : [name, value ?? '']
  })
  const given = Object.fromEntries(own) as Record<string, string>
  return { NODE_ENV: 'production', ...settingsOf(container, manifests), ...given }
}

export function settingsOf(container: IContainer, manifests: Manifest[]): Record<string, string> {
  const maps = (container.envFrom ?? []).map(({ configMapRef }) => {
    const found = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name,
    )
    if (found === undefined) throw new Error(`no ConfigMap ${configMapRef?.name}`)
    return found.data ?? {}
  })
  return Object.assign({}, ...maps) as Record<string, string>
}

export function valueOf(container: IContainer, name: string): string | undefined {
  return container.env?.find((one) => one.name === name)?.value
}

const UNITS: Record<string, number> = { Mi: 1024 ** 2, Gi: 1024 ** 3 }

/** NaN if the text has no number. */
export function bytesOf(quantity: string | number | undefined): number {
  const [, number, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(String(quantity)) ?? []
  return Number(number) * (UNITS[unit] ?? NaN)
}
