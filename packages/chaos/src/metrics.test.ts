import { expect, it } from '@jest/globals'
import { valueOf } from './metrics.js'

const TEXT = `# TYPE throughline_delivery_faults_total counter
throughline_delivery_faults_total{fault="database"} 3
throughline_delivery_faults_total{fault="stale"} 12
`

it('reads one series of the metrics, 0 when it has no sample', () => {
  expect(valueOf(TEXT, 'throughline_delivery_faults_total{fault="stale"}')).toBe(12)
  expect(valueOf(TEXT, 'throughline_delivery_faults_total{fault="unrecorded"}')).toBe(0)
})
