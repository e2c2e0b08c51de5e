import { OidcButton } from '../../shell/oidc-button.js'
import { oidc as texts } from '../../texts/oidc.js'
import styles from './sign-in.module.css'

interface OidcPartProps {
  /** Why the provider's sign-in failed, from the address of the page. */
  problem: string | undefined
  next: string | undefined
}

/** Sign-in with the OpenID Connect provider. Loaded after the form, which most installations use alone. */
export function OidcPart({ problem, next }: OidcPartProps) {
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className={styles.alert}>
          {texts.problems[problem] ?? texts.failed}
        </p>
      )}
      <OidcButton text={texts.signIn} next={next} />
    </>
  )
}
