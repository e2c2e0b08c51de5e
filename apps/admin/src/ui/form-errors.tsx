import { useEffect, useRef, type ReactNode } from 'react'
import { ApiError } from '../api/client.js'
import { ReauthCanceled } from '../shell/reauth-store.js'
import styles from './form.module.css'
import { isOutdated } from './save-version.js'

interface FormErrorsProps {
  error: Error | null
  title: string
  /** Shown instead if another user has changed the record meanwhile. */
  conflict?: ReactNode
}

/** The errors from the API as a list that gets the focus. Each error is also shown at its field. */
export function FormErrors({ error, title, conflict }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== null) box.current?.focus()
  }, [error])
  if (error === null || error instanceof ReauthCanceled) return null
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.errors}>
      {conflict !== undefined && isOutdated(error) ? (
        conflict
      ) : fields.length === 0 ? (
        error.message
      ) : (
        <>
          <strong>{title}</strong>
          <ul>
            {fields.map(([name, messages]) => (
              <li key={name}>
                <code>{name}</code> {messages.join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Returns the error of a field. */
export function errorOf(error: Error | null, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field]?.join(', ') : undefined
}
