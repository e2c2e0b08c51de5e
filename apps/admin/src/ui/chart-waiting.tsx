import { Skeleton } from '@mantine/core'

/** As tall as the drawing with its table's summary, so that nothing moves when it comes. */
export function ChartWaiting() {
  return <Skeleton height={292} radius="md" />
}
