import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ApiError } from '../api/client.js'
import { ReauthCanceled } from '../shell/reauth-store.js'
import { common } from '../texts/common.js'
import styles from './form.module.css'

/** The errors from the API as a list that gets the focus. Each error is also shown at its field. */
export function FormErrors({ error, title }: { error: Error | null; title: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== null) box.current?.focus()
  }, [error])
  if (error === null || error instanceof ReauthCanceled) return null
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.errors}>
      {isOutdated(error) ? (
        <Outdated />
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

/** Shown if another user has changed the record since the form was opened. */
function isOutdated(error: Error): boolean {
  return error instanceof ApiError && error.code === 'version_mismatch'
}

/** Reloads the page. The tab's storage keeps the draft, and the address keeps the form open. */
function Outdated() {
  return (
    <>
      <strong>{common.outdated}</strong>
      <p>{common.outdatedText}</p>
      <Button mt="xs" size="xs" variant="default" onClick={() => window.location.reload()}>
        {common.reload}
      </Button>
    </>
  )
}

/** Returns the error of a field. */
export function errorOf(error: Error | null, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field]?.join(', ') : undefined
}
