import { Link, useLocation } from '@tanstack/react-router'
import { account as texts } from '../texts/account.js'
import { Icon } from '../ui/icons.js'
import styles from './shell.module.css'

/** After a start link, until the first password: without one the account is lost with the session. */
export function NoPasswordBanner({ prefix }: { prefix: string }) {
  const { pathname } = useLocation()
  if (pathname.endsWith('/account')) return null
  return (
    <p className={styles.banner}>
      <Icon name="key" />
      <span>
        {texts.noPassword}{' '}
        <Link to="/p/$prefix/account" params={{ prefix }}>
          {texts.toPassword}
        </Link>
      </span>
    </p>
  )
}
