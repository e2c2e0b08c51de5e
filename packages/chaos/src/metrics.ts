import { request } from 'undici'
import type { Service } from '@throughline/testkit/installation/service'

export const METRICS_TOKEN = 'chaos-reads-what-the-services-count'

/** Adds up one series, with its labels, over some services. @throws Error when a service does not answer 200 */
export async function sumMetric(services: Service[], series: string): Promise<number> {
  const values = await Promise.all(
    services.map(async ({ name, url }) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const { statusCode, body } = await request(`${url}/metrics`, { headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${name} answered ${statusCode} for its metrics`)
      return valueOf(text, series)
    }),
  )
  return values.reduce((sum, value) => sum + value, 0)
}

/** A series that has never been counted is not there. */
export function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}
