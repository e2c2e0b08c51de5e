import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { removeIdentity } from '../../api/account.js'
import { meQuery, signInMethodsQuery, type Me } from '../../api/session.js'
import { OidcButton } from '../../shell/oidc-button.js'
import { useChange } from '../../shell/use-change.js'
import { oidc as texts } from '../../texts/oidc.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import styles from './account.module.css'

/** The identity at the OpenID Connect provider. Shown if the installation has a provider, or had one. */
export function IdentityCard({ me }: { me: Me }) {
  const { problem } = useSearch({ from: '/p/$prefix/account' })
  const { publicHref } = useLocation()
  const { data: methods } = useQuery(signInMethodsQuery)
  const issuer = me.oidc_issuer
  const isConnected = issuer !== null
  if (!isConnected && (methods?.oidc ?? null) === null) return null
  return (
    <Card
      title={texts.title}
      aside={
        <Badge tone={isConnected ? 'good' : 'idle'} icon={isConnected ? 'check' : 'key'}>
          {isConnected ? texts.connected : texts.notConnected}
        </Badge>
      }
    >
      <div className={styles.form}>
        {problem !== undefined && <p role="alert">{texts.problems[problem] ?? texts.failed}</p>}
        <p className="soft">{isConnected ? texts.connectedText(hostOf(issuer)) : texts.text}</p>
        {isConnected ? (
          <Disconnect hasPassword={me.has_password} />
        ) : (
          <div>
            <OidcButton connects text={texts.connect} next={publicHref.replace(/\?.*/, '')} />
          </div>
        )}
      </div>
    </Card>
  )
}

function Disconnect({ hasPassword }: { hasPassword: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const removing = useChange(removeIdentity, {
    stale: meQuery.queryKey,
    done: texts.disconnected,
    onDone: () => setAsking(false),
  })
  if (!hasPassword) return <p className="soft">{texts.needsPassword}</p>
  return (
    <div>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.disconnect}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.disconnectTitle}
          text={texts.disconnectText}
          action={texts.disconnect}
          change={removing}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function hostOf(issuer: string): string {
  return issuer.replace(/^https?:\/\//, '').replace(/\/.*/, '')
}
