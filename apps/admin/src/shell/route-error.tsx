import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { ApiError } from '../api/client.js'
import { common, problems } from '../texts/common.js'
import styles from './route-error.module.css'

/** Messages of browsers and of the build's loader for a file of an earlier version that is no longer on the server. */
const MISSING_FILE =
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i

export function RouteError({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  if (MISSING_FILE.test(error.message)) {
    return <MissingFile />
  }
  const isOurs = error instanceof ApiError
  return (
    <PlainMessage
      title={isOurs ? common.failed : problems.brokenTitle}
      text={isOurs ? error.message : problems.brokenText}
    >
      {!isOurs && <code>{error.message}</code>}
      <Button variant="default" onClick={reset}>
        {common.retry}
      </Button>
    </PlainMessage>
  )
}

const LOOK_EVERY_MS = 4_000

/** The file is gone because of an upgrade, or the server is away. Then the page is loaded again when it is back. */
function MissingFile() {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let wasAway = false
    const look = () =>
      void fetch('/livez')
        .then(({ ok }) => ok)
        .catch(() => false)
        .then((isThere) => {
          setAway(!isThere)
          if (isThere && wasAway) window.location.reload()
          wasAway = !isThere
        })
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  if (isAway) return <PlainMessage title={common.failed} text={problems.away} />
  return (
    <PlainMessage title={problems.staleTitle} text={problems.staleText}>
      <Button onClick={() => window.location.reload()}>{common.reload}</Button>
    </PlainMessage>
  )
}

export function NotFound() {
  return (
    <PlainMessage title={problems.notFoundTitle} text={problems.notFoundText}>
      <a href="/admin">{problems.home}</a>
    </PlainMessage>
  )
}

/** Shown before the shell is loaded. Without icons, which would add to the size of the sign-in. */
function PlainMessage(props: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.message}>
      <h1 className={styles.title}>{props.title}</h1>
      <p className="soft">{props.text}</p>
      {props.children}
    </div>
  )
}
