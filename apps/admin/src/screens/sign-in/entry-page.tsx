import { useEffect, type ReactNode } from 'react'
import mark from '../../mark.svg'
import { common } from '../../texts/common.js'
import { signIn as texts } from '../../texts/sign-in.js'
import { ThreadDrawing } from './thread-drawing.js'
import styles from './sign-in.module.css'

/** The frame of pages that need no session. */
export function EntryPage(props: { title: string; heading: string; children: ReactNode }) {
  const { title, heading, children } = props
  useEffect(() => {
    document.title = `${title} · ${common.product}`
  }, [title])
  return (
    <main className={styles.page}>
      <div className={styles.side}>
        <ThreadDrawing />
        <p className={styles.lead}>{texts.lead}</p>
      </div>
      <div className={styles.panel}>
        <div className={styles.box}>
          <img src={mark} width={40} height={40} alt="" />
          <h1 className={styles.title}>{heading}</h1>
          {children}
        </div>
      </div>
    </main>
  )
}
