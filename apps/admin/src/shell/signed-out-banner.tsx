import { Link, useLocation } from '@tanstack/react-router'
import { problems } from '../texts/common.js'
import { signIn } from '../texts/sign-in.js'
import { Icon } from '../ui/icons.js'
import styles from './shell.module.css'

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
