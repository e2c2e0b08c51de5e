import { Select } from '@mantine/core'

interface SelectFilterProps {
  label: string
  any: string
  options: readonly (readonly [string, string])[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export function SelectFilter({ label, any, options, value, onChange }: SelectFilterProps) {
  return (
    <Select
      aria-label={label}
      w={150}
      data={[
        { value: '', label: any },
        ...options.map(([one, text]) => ({ value: one, label: text })),
      ]}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === null || chosen === '' ? undefined : chosen)}
      allowDeselect={false}
      searchable={options.length > SEARCHABLE_FROM}
    />
  )
}

const SEARCHABLE_FROM = 8
