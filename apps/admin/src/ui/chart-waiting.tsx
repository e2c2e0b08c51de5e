import { Skeleton } from '@mantine/core'

/** As tall as the drawing with its head, so that nothing moves when it comes. */
export function ChartWaiting() {
  return <Skeleton height={276} radius="md" />
}
