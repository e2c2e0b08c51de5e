import type { ReactNode } from 'react'
import styles from './plain-message.module.css'

/** Shown before the shell is loaded. Without icons, which would add to the size of the sign-in. */
export function PlainMessage(props: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.message}>
      <h1 className={styles.title}>{props.title}</h1>
      <p className="soft">{props.text}</p>
      {props.children}
    </div>
  )
}
