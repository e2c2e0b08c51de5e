import { useEffect, type ReactNode } from 'react'
import mark from '../../mark.svg'
import { common } from '../../texts/common.js'
import { signIn as texts } from '../../texts/sign-in.js'
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

/** One line from the click through the store to the app. */
function ThreadDrawing() {
  return (
    <svg viewBox="0 0 480 260" width="100%" aria-hidden="true" fill="none">
      <g stroke="rgb(255 255 255 / 28%)" strokeWidth={1.5}>
        <rect x="26" y="56" width="104" height="150" rx="16" />
        <path d="M46 84h64M46 100h44M46 116h56" />
        <rect x="350" y="56" width="104" height="150" rx="16" />
        <path d="M370 176h64M370 190h40" />
        <rect x="200" y="96" width="80" height="70" rx="14" />
      </g>
      <path
        d="M78 146h62c34 0 26-16 60-16h80c34 0 26-20 60-20h62"
        stroke="#fff"
        strokeWidth={4}
        strokeLinecap="round"
      />
      <g fill="#fff">
        <circle cx="78" cy="146" r="9" />
        <circle cx="240" cy="130" r="9" />
        <circle cx="402" cy="110" r="9" />
      </g>
    </svg>
  )
}
