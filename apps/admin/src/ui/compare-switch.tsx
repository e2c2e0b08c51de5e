import { Switch } from '@mantine/core'
import { common } from '../texts/common.js'
import { useSetSearch } from './use-search-param.js'

export const COMPARED = 'before'

/** Whether a chart shows the period before, in the address. */
export function CompareSwitch({ compare }: { compare: string | undefined }) {
  const setSearch = useSetSearch()
  return (
    <Switch
      size="xs"
      label={common.compare}
      checked={compare === COMPARED}
      onChange={(event) =>
        setSearch({ compare: event.currentTarget.checked ? COMPARED : undefined })
      }
    />
  )
}
