import { useEffect, useState, type ReactNode } from 'react'
import { start as texts } from '../../texts/start.js'
import { Icon } from '../../ui/icons.js'
import styles from './start.module.css'

const REASON_AFTER_MS = 20_000

interface StepProps {
  name: 'link' | 'click' | 'install' | 'webhook' | 'delivery' | 'association'
  isDone: boolean
  /** Whether this is the first step that is not done. It is expanded. */
  isCurrent: boolean
  children: ReactNode
}

export function Step({ name, isDone, isCurrent, children }: StepProps) {
  const { title, text, reason } = texts[name]
  const state = isDone ? 'done' : isCurrent ? 'current' : 'later'
  const [isOpen, setOpen] = useState(isCurrent)
  const [wasCurrent, setWasCurrent] = useState(isCurrent)
  // Expands when it becomes the current step, and collapses when it is done.
  if (wasCurrent !== isCurrent) {
    setWasCurrent(isCurrent)
    setOpen(isCurrent)
  }
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.mark}>
        <Icon name={MARKS[state]} size={16} />
      </span>
      <details
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className={styles.details}
      >
        <summary>
          <h2 className={styles.title}>{title}</h2>
          {isDone && <span className="sr-only">{texts.done}</span>}
          {name === 'association' && !isDone && (
            <span className={`${styles.optional ?? ''} soft small`}>{texts.optional}</span>
          )}
        </summary>
        {isOpen && (
          <div className={styles.body}>
            <p>{text}</p>
            {children}
            {isCurrent && name !== 'association' && <Waiting reason={reason} />}
          </div>
        )}
      </details>
    </li>
  )
}

const MARKS = { done: 'check', current: 'arrow-right', later: 'minus' } as const

/** Shows that the page waits, and after a while the usual reason. */
function Waiting({ reason }: { reason: string }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), REASON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className={styles.waiting} role="status">
      <span className={styles.pulse} />
      <span>
        {texts.waiting}
        {isLong && reason !== '' && (
          <>
            <br />
            <strong>{texts.reason}</strong> {reason}
          </>
        )}
      </span>
    </p>
  )
}
