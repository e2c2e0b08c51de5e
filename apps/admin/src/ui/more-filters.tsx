import { Button, Popover, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { common } from '../texts/common.js'
import { Icon } from './icons.js'
import styles from './more-filters.module.css'
import { useSetSearch } from './use-search-param.js'

/** A filter that is not always on the screen. Its name is that of its parameter in the address. */
export interface FilterField {
  name: string
  label: string
  /** The choices. Without them the field takes text. */
  options?: readonly (readonly [string, string])[]
  placeholder?: string
  /** What the API accepts, for the browser's own check. */
  pattern?: string
}

interface MoreFiltersProps {
  fields: readonly FilterField[]
  search: Readonly<Record<string, string | undefined>>
}

/** A button that opens the fields. Its text has the number of those that are set. */
export function MoreFilters({ fields, search }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const count = fields.filter(({ name }) => search[name] !== undefined).length
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withRoles
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? common.moreFilters : common.moreFiltersSet(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={common.moreFilters}>
        <FilterForm fields={fields} search={search} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function FilterForm({ fields, search, onDone }: MoreFiltersProps & { onDone: () => void }) {
  const setSearch = useSetSearch()
  const [draft, setDraft] = useState(() =>
    Object.fromEntries(fields.map(({ name }) => [name, search[name] ?? ''])),
  )
  const apply = (values: Record<string, string>) => {
    setSearch(
      Object.fromEntries(
        fields.map(({ name }) => [
          name,
          values[name]?.trim() === '' ? undefined : values[name]?.trim(),
        ]),
      ),
    )
    onDone()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          onChange={(value) => setDraft({ ...draft, [field.name]: value })}
        />
      ))}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => apply({})}>
          {common.clear}
        </Button>
        <Button type="submit">{common.apply}</Button>
      </div>
    </form>
  )
}

interface FieldProps {
  field: FilterField
  value: string
  onChange: (value: string) => void
}

function Field({ field: { label, options, placeholder, pattern }, value, onChange }: FieldProps) {
  if (options === undefined)
    return (
      <TextInput
        label={label}
        value={value}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(pattern === undefined ? {} : { pattern, title: placeholder })}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    )
  return (
    <Select
      label={label}
      data={[
        { value: '', label: common.any },
        ...options.map(([one, text]) => ({ value: one, label: text })),
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      // A list outside the popover would count as a click outside, which closes it.
      comboboxProps={{ withinPortal: false }}
    />
  )
}

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ fields, search }: MoreFiltersProps) {
  const setSearch = useSetSearch()
  const set = fields.flatMap((field) => {
    const value = search[field.name]
    return value === undefined ? [] : [{ ...field, value }]
  })
  if (set.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={common.filtersSet}>
      {set.map(({ name, label, options, value }) => {
        const text = options?.find(([one]) => one === value)?.[1] ?? value
        return (
          <li key={name}>
            <Button
              variant="light"
              size="xs"
              rightSection={<Icon name="x" size={13} />}
              aria-label={common.removeFilter(`${label}: ${text}`)}
              onClick={() => setSearch({ [name]: undefined })}
            >
              <span className={styles.chip}>{`${label}: ${text}`}</span>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
