import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { common } from '../texts/common.js'
import { Icon } from './icons.js'
import styles from './ui.module.css'

const TYPING_MS = 250

export function SearchField(props: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(props.value)
  const [given, setGiven] = useState(props.value)
  // The browser's back button changes the address, and then the field.
  if (given !== props.value) {
    setGiven(props.value)
    setText(props.value)
  }
  const commit = useDebouncedCallback(props.onChange, TYPING_MS)
  const change = (value: string) => {
    setText(value)
    commit(value)
  }
  return (
    <TextInput
      className={styles.filterGrow ?? ''}
      aria-label={props.label}
      placeholder={props.label}
      type="search"
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" aria-label={common.clearSearch} onClick={() => change('')} />
        )
      }
    />
  )
}
