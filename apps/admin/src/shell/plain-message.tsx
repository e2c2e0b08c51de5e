import type { ReactNode } from 'react'
import styles from './plain-message.module.css'

/** For what may be shown before the shell is loaded: no icons, which would be part of the sign-in's bytes. */
export function PlainMessage(props: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.message}>
      <h1 className={styles.title}>{props.title}</h1>
      <p className="soft">{props.text}</p>
      {props.children}
    </div>
  )
}
