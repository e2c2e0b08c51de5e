import '@mantine/spotlight/styles.layer.css'
import { Spotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lookupQuery } from '../api/lookup.js'
import type { Me } from '../api/session.js'
import { shell } from '../texts/shell.js'
import { Icon } from '../ui/icons.js'
import { paletteStore } from './palette-store.js'
import { foundAddress } from './found-address.js'
import { navigationItems } from './navigation-items.js'
import { useProject } from './project-context.js'

const TYPING_MS = 250

/** ⌘K: opens any screen of this project, another project, or the record of a pasted id. */
export function CommandPalette({ me }: { me: Me }) {
  const { project } = useProject()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const screens = navigationItems(me).map(({ to, icon, label }) => ({
    id: to,
    label,
    leftSection: <Icon name={icon} />,
    onClick: () => void navigate({ to, params: { prefix: project.prefix } }),
  }))
  const others = me.memberships
    .filter(({ prefix }) => prefix !== project.prefix)
    .map(({ prefix, name }) => ({
      id: `project-${prefix}`,
      label: `${shell.switchProject}: ${name}`,
      leftSection: <Icon name="layers-intersect" />,
      onClick: () => void navigate({ to: '/p/$prefix/overview', params: { prefix } }),
    }))
  return (
    <Spotlight
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      actions={[...screens, ...others, ...useFound(query)]}
      nothingFound={shell.nothingFound}
      shortcut={['mod + K']}
      highlightQuery
      attributes={{ content: { 'aria-label': shell.search } }}
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: shell.paletteHint,
        'aria-label': shell.search,
      }}
    />
  )
}

function useFound(query: string) {
  const context = useProject()
  const navigate = useNavigate()
  const [text] = useDebouncedValue(query.trim(), TYPING_MS)
  const { data } = useQuery(lookupQuery(context, text))
  return (data?.data ?? []).flatMap((found) => {
    const address = foundAddress(found)
    if (address === null) return []
    const { kind, id, name } = found
    return {
      id: `found-${kind}-${id}`,
      label: `${shell.kinds[kind] ?? kind}: ${name ?? id}`,
      // Contains the typed text, because the palette filters by label and keywords.
      keywords: [text],
      leftSection: <Icon name="search" />,
      onClick: () => void navigate({ to: `/p/${context.project.prefix}/${address}` as never }),
    }
  })
}
