import { Skeleton } from '@mantine/core'

/** As tall as the chart with its heading, so that nothing moves when the chart appears. */
export function ChartWaiting() {
  return <Skeleton height={276} radius="md" />
}
