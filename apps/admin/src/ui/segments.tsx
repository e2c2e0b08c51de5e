import { UnstyledButton } from '@mantine/core'
import styles from './ui.module.css'

interface SegmentsProps<Value extends string> {
  label: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onChange: (value: Value) => void
}

/** Selects one of a few options. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  return (
    <div className={styles.segments} role="group" aria-label={props.label}>
      {props.options.map(([value, text]) => (
        <UnstyledButton
          key={value}
          className={styles.segment}
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {text}
        </UnstyledButton>
      ))}
    </div>
  )
}
