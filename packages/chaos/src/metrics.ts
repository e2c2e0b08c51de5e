import { request } from 'undici'
import type { Service } from '@throughline/testkit/installation/service'

export const METRICS_TOKEN = 'chaos-reads-what-the-services-count'

/** Adds up one series, with its labels, over some services. @throws Error if a service does not return 200 */
export async function sumMetric(services: Service[], series: string): Promise<number> {
  const values = await Promise.all(
    services.map(async ({ name, url }) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const { statusCode, body } = await request(`${url}/metrics`, { headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${name} returned ${statusCode} for its metrics`)
      return valueOf(text, series)
    }),
  )
  return values.reduce((sum, value) => sum + value, 0)
}

/** A series without samples counts as 0. */
export function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}
