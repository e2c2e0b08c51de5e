import '@mantine/spotlight/styles.layer.css'
import { Spotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrap } from '../api/client.js'
import { projectKey } from '../api/keys.js'
import type { Me } from '../api/session.js'
import type { Found } from '../api/types.js'
import { shell } from '../texts/shell.js'
import { Icon } from '../ui/icons.js'
import { paletteStore } from './palette-store.js'
import { navigationItems } from './navigation-items.js'
import { useProject, type ProjectContext } from './project-context.js'

const TYPING_MS = 250
/** Shorter text is a typed word, not a pasted id. */
const MIN_ID_LENGTH = 3

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

/** Finds out what a pasted id, code, URL or host refers to. */
const lookupQuery = (context: ProjectContext, text: string) =>
  queryOptions({
    queryKey: projectKey(context, 'lookup', text),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/lookup', { params: { query: { id: text } }, signal })),
    enabled: text.length >= MIN_ID_LENGTH,
  })

/** Screens that show a record by its id, and screens that list all records of a kind. */
const SCREENS: Partial<Record<Found['kind'], (id: string) => string>> = {
  link: (code) => `links/${code}`,
  campaign: (id) => `campaigns/${id}`,
  install: (id) => `installs/${id}`,
  delivery: (id) => `deliveries/${id}`,
  webhook: (id) => `webhooks/${id}`,
  domain: () => 'settings/domains',
  token: () => 'settings/tokens',
  project: () => 'settings/general',
}

/** The path below the project's address; null if no screen shows the record. */
function foundAddress({ kind, id }: Pick<Found, 'kind' | 'id'>): string | null {
  return SCREENS[kind]?.(encodeURIComponent(id)) ?? null
}
