import { signInWays as texts } from '../texts/access.js'
import { Badge } from './badge.js'

interface SignInWaysProps {
  has_password: boolean
  has_totp: boolean
  has_oidc: boolean
}

/** How a person can sign in. The second factor of a provider is not known. */
export function SignInWays({ has_password, has_totp, has_oidc }: SignInWaysProps) {
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 4 }}>
      {has_password && (
        <Badge tone={has_totp ? 'good' : 'idle'} icon={has_totp ? 'shield-lock' : 'lock'}>
          {has_totp ? texts.withCode : texts.password}
        </Badge>
      )}
      {has_oidc && (
        <Badge tone="good" icon="check">
          {texts.oidc}
        </Badge>
      )}
      {!has_password && !has_oidc && (
        <Badge tone="warn" icon="clock">
          {texts.none}
        </Badge>
      )}
    </span>
  )
}
