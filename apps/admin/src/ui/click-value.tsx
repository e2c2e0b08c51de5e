import { Link } from '@tanstack/react-router'
import { useProject } from '../shell/project-context.js'
import { valueName } from './value-name.js'

interface ClickValueProps {
  /** What the value is, such as `country` or `browser`. */
  by: string
  value: string
  /** The other filters of the list of clicks. */
  search: Readonly<Record<string, string>>
}

/** A value by which clicks are counted. Countries and platforms open the list of their clicks. */
export function ClickValue({ by, value, search }: ClickValueProps) {
  const { prefix } = useProject().project
  const name = valueName(by === 'country', value)
  const isFilter = by === 'country' || by === 'platform'
  if (!isFilter || value === 'unknown' || value === 'other') return name
  return (
    <Link
      to="/p/$prefix/clicks"
      params={{ prefix }}
      search={{ ...search, counted: 'yes', [by]: value }}
    >
      {name}
    </Link>
  )
}
