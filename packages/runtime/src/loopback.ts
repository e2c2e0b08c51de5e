import { variable } from './env.js'

/** Variables that say which receivers on this machine deliveries may reach. */
export const loopbackEnv = {
  PORT: variable.port(3000),
  WORKER_PORT: variable.port(3001),
  DELIVERY_ALLOW_LOOPBACK: variable.flag(false),
}

/** Ports of this machine that deliveries must not reach. Undefined without DELIVERY_ALLOW_LOOPBACK, as in production. */
export function loopbackOf(env: {
  NODE_ENV: string
  DELIVERY_ALLOW_LOOPBACK: boolean
  PORT: number
  WORKER_PORT: number
  METRICS_PORT?: number | undefined
  DATABASE_URL: string
  DATABASE_DIRECT_URL?: string | undefined
  REDIS_URL?: { nodes: readonly { port: number }[] } | undefined
}): { ownPorts: readonly number[] } | undefined {
  if (!env.DELIVERY_ALLOW_LOOPBACK || env.NODE_ENV === 'production') return undefined
  const { METRICS_PORT: metrics, REDIS_URL: redis } = env
  return {
    ownPorts: [
      env.PORT,
      env.WORKER_PORT,
      // `npm start` gives the worker the port after the API's; each process knows one of the two.
      ...(metrics === undefined ? [] : [metrics - 1, metrics, metrics + 1]),
      ...[env.DATABASE_URL, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL].map((url) =>
        Number(new URL(url).port || 5432),
      ),
      ...(redis?.nodes ?? []).map(({ port }) => port),
    ],
  }
}
