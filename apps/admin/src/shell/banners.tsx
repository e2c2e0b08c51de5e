import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, PANEL_HEADER } from '../api/client.js'
import { problems } from '../texts/common.js'
import { noPassword } from '../texts/shell.js'
import { signIn } from '../texts/sign-in.js'
import { Icon } from '../ui/icons.js'
import styles from './shell.module.css'

const LOOK_EVERY_MS = 4_000

/** Shows that the API is unavailable, and reads everything again when it is back. */
export function AwayBanner() {
  const client = useQueryClient()
  const [isAway, setAway] = useState(false)
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        // A query keeps its error for longer than the server is away.
        if (event.type !== 'updated') return
        const { action } = event
        const hasFailed = action.type === 'error' || action.type === 'failed'
        if (hasFailed && isUnavailable(action.error)) setAway(true)
      }),
    [client],
  )
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        // A form keeps its error for longer than the server is away.
        const hasFailed = event.type === 'updated' && event.action.type === 'error'
        if (hasFailed && isUnavailable(event.mutation.state.error)) setAway(true)
      }),
    [client],
  )
  useEffect(() => {
    if (!isAway) return undefined
    const timer = setInterval(() => {
      void isReady().then((isBack) => {
        if (!isBack) return
        setAway(false)
        void client.invalidateQueries()
      })
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [client, isAway])
  return (
    <div role="status">
      {isAway && (
        <p className={styles.banner}>
          <Icon name="wifi-off" />
          {problems.away}
        </p>
      )}
    </div>
  )
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}

async function isReady(): Promise<boolean> {
  const response = await fetch('/readyz', { headers: PANEL_HEADER }).catch(() => null)
  return response?.ok === true
}

/** Shown when the session has ended. Typed values are not lost: forms keep their drafts in this tab. */
export function SignedOutBanner() {
  const { publicHref } = useLocation()
  return (
    <p className={styles.banner} role="alert">
      <Icon name="lock" />
      <span>
        {problems.signedOut}{' '}
        <Link to="/sign-in" search={{ next: publicHref }}>
          {signIn.submit}
        </Link>
      </span>
    </p>
  )
}

/** Shown after a start link until a password is set. Without one, the account is lost when the session ends. */
export function NoPasswordBanner({ prefix }: { prefix: string }) {
  const { pathname } = useLocation()
  if (pathname.endsWith('/account')) return null
  return (
    <p className={styles.banner}>
      <Icon name="key" />
      <span>
        {noPassword.text}{' '}
        <Link to="/p/$prefix/account" params={{ prefix }}>
          {noPassword.open}
        </Link>
      </span>
    </p>
  )
}
