import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tagsQuery } from '../../api/links.js'
import { useProject } from '../../shell/project-context.js'

interface TagsFieldProps {
  label: string
  description?: string
  value: string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
  isFirst?: boolean
}

const TYPING_MS = 250
const MAX_LENGTH = 64

/** Tags, with suggestions from those in use. Enter or a comma ends a tag; tags with commas stay whole. */
export function TagsField({ isFirst = false, ...props }: TagsFieldProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), TYPING_MS)
  const found = useQuery(tagsQuery(useProject(), search)).data?.data ?? []
  return (
    <TagsInput
      {...props}
      data={found.map(({ tag }) => tag)}
      searchValue={text}
      onSearchChange={setText}
      isDuplicate={(tag, tags) => tags.includes(tag)}
      maxLength={MAX_LENGTH}
      data-autofocus={isFirst || undefined}
      // The focus of a new dialog must not open the list over its other fields.
      openOnFocus={!isFirst}
    />
  )
}
