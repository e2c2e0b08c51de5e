import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { meQuery, reauthenticate, type Me } from '../api/session.js'
import { common } from '../texts/common.js'
import { oidc } from '../texts/oidc.js'
import { reauth as texts } from '../texts/shell.js'
import { Modal } from '../ui/dialog.js'
import { FormErrors } from '../ui/form-errors.js'
import styles from '../ui/form.module.css'
import { OidcButton } from './oidc-button.js'
import { offerReauth, ReauthCanceled } from './reauth-store.js'

interface Waiting {
  resolve: () => void
  reject: (error: Error) => void
}

/** Asks for the password, or for a sign-in with OpenID Connect, when a call needs a recent sign-in. */
export function ReauthDialog({ me }: { me: Me }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  useEffect(
    () => offerReauth(() => new Promise((resolve, reject) => setWaiting({ resolve, reject }))),
    [],
  )
  if (waiting === null) return null
  const close = (settle: () => void) => {
    setWaiting(null)
    settle()
  }
  return (
    <Modal
      opened
      onClose={() => close(() => waiting.reject(new ReauthCanceled()))}
      title={texts.title}
    >
      {me.has_password && (
        <PasswordForm hasTotp={me.has_totp} onDone={() => close(waiting.resolve)} />
      )}
      {me.oidc_issuer !== null && <WithProvider />}
      {!me.has_password && me.oidc_issuer === null && (
        <NoPassword onLeave={() => close(() => waiting.reject(new ReauthCanceled()))} />
      )}
    </Modal>
  )
}

/** The call must be repeated afterwards, because the browser leaves the page. */
function WithProvider() {
  const { publicHref } = useLocation()
  return (
    <div className={styles.form}>
      <p className="soft">{texts.provider}</p>
      <OidcButton text={oidc.confirm} next={publicHref} />
    </div>
  )
}

/** After a start link there is no password to confirm: the account page sets one. */
function NoPassword({ onLeave }: { onLeave: () => void }) {
  const { prefix } = useParams({ from: '/p/$prefix' })
  return (
    <div className={styles.form}>
      <p className="soft">{texts.noPassword}</p>
      <Group justify="flex-end">
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/p/$prefix/account" params={{ prefix }} onClick={onLeave} />
          )}
        >
          {texts.setPassword}
        </Button>
      </Group>
    </div>
  )
}

function PasswordForm({ hasTotp, onDone }: { hasTotp: boolean; onDone: () => void }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: () =>
      reauthenticate({ password, ...(hasTotp ? { code: code.replaceAll(/\s/g, '') } : {}) }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: meQuery.queryKey })
      onDone()
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        confirming.mutate()
      }}
    >
      <p className="soft">{texts.text}</p>
      <FormErrors error={confirming.error} title={common.notSaved} />
      <PasswordInput
        label={texts.password}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
      />
      {hasTotp && (
        <TextInput
          label={texts.code}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
        />
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={confirming.isPending}>
          {texts.submit}
        </Button>
      </Group>
    </form>
  )
}
