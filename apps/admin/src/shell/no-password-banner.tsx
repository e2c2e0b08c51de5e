import { Link, useLocation } from '@tanstack/react-router'
import { noPassword as texts } from '../texts/shell.js'
import { Icon } from '../ui/icons.js'
import styles from './shell.module.css'

/** Shown after a start link until a password is set. Without one, the account is lost when the session ends. */
export function NoPasswordBanner({ prefix }: { prefix: string }) {
  const { pathname } = useLocation()
  if (pathname.endsWith('/account')) return null
  return (
    <p className={styles.banner}>
      <Icon name="key" />
      <span>
        {texts.text}{' '}
        <Link to="/p/$prefix/account" params={{ prefix }}>
          {texts.open}
        </Link>
      </span>
    </p>
  )
}
