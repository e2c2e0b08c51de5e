import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeBlock } from './copy.js'
import styles from './form.module.css'

interface ShowOnceProps {
  text: ReactNode
  label: string
  value: string
  done: string
  onDone: () => void
}

/** Shows a secret or a link that the API returns only once. */
export function ShowOnce({ text, label, value, done, onDone }: ShowOnceProps) {
  return (
    <div className={styles.form}>
      <p>{text}</p>
      <CodeBlock text={value} label={label} />
      <div className={styles.footer}>
        <Button onClick={onDone}>{done}</Button>
      </div>
    </div>
  )
}
