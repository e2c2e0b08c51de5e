import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { ApiError } from '../../api/client.js'
import {
  joinProject,
  meQuery,
  oneTimeLinkQuery,
  openByStartLink,
  resetPassword,
} from '../../api/session.js'
import { OidcButton } from '../../shell/oidc-button.js'
import { entry as texts } from '../../texts/entry.js'
import { oidc } from '../../texts/oidc.js'
import { shell } from '../../texts/shell.js'
import { EntryPage } from './entry-page.js'
import { textOf } from './text-of.js'
import styles from './sign-in.module.css'

/** `/start`, `/reset` and `/join`: the fragment contains the token, and a click uses it. */
export function OneTimeScreen() {
  const [token] = useState(() => window.location.hash.slice(1))
  const query = useQuery({ ...oneTimeLinkQuery(token), enabled: token !== '' })
  const link = query.data
  if (token === '') return <Invalid text={texts.missingText} />
  if (query.error !== null)
    return <Invalid text={isUsed(query.error) ? texts.invalidText : query.error.message} />
  if (link === undefined) return null
  if (link.kind === 'start') return <StartForm token={token} />
  if (link.kind === 'reset') return <ResetForm token={token} email={link.email ?? ''} />
  const { email, project, role, has_account: hasAccount } = link
  const text = texts.joinText(email ?? '', shell.roles[role ?? 'viewer'].toLowerCase())
  return (
    <JoinForm
      token={token}
      heading={texts.joinHeading(project ?? '')}
      text={text}
      hasAccount={hasAccount}
    />
  )
}

function isUsed(error: Error): boolean {
  return error instanceof ApiError && error.status === 410
}

function Invalid({ text }: { text: string }) {
  return (
    <EntryPage title={texts.title} heading={texts.invalidHeading}>
      <p>{text}</p>
      <Link to="/sign-in">{texts.toSignIn}</Link>
    </EntryPage>
  )
}

/** Loads a new page: the token disappears from the address, and the session is read again. */
const open = (path: string) => window.location.replace(path)

function StartForm({ token }: { token: string }) {
  const entering = useMutation({
    mutationFn: () => openByStartLink({ token }),
    onSuccess: () => open('/admin'),
  })
  return (
    <EntryPage title={texts.title} heading={texts.startHeading}>
      <p>{texts.startText}</p>
      <Alert error={entering.error} />
      <Button size="md" loading={entering.isPending} onClick={() => entering.mutate()}>
        {texts.startSubmit}
      </Button>
    </EntryPage>
  )
}

function ResetForm({ token, email }: { token: string; email: string }) {
  const setting = useMutation({
    mutationFn: (password: string) => resetPassword({ token, new_password: password }),
  })
  if (setting.isSuccess) {
    return (
      <EntryPage title={texts.title} heading={texts.resetHeading}>
        <p role="status">{texts.resetDone}</p>
        <Button component="a" size="md" href="/admin/sign-in">
          {texts.toSignIn}
        </Button>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={texts.title} heading={texts.resetHeading}>
      <p>{texts.resetText(email)}</p>
      <form
        className={styles.form}
        onSubmit={submitted((form) => setting.mutate(form('password')))}
      >
        <Alert error={setting.error} />
        <NewPassword />
        <Button type="submit" size="md" loading={setting.isPending}>
          {texts.resetSubmit}
        </Button>
      </form>
    </EntryPage>
  )
}

interface JoinProps {
  token: string
  heading: string
  text: string
  hasAccount: boolean
}

function JoinForm({ token, heading, text, hasAccount }: JoinProps) {
  const isSignedIn = useQuery({ ...meQuery, retry: false, enabled: hasAccount }).isSuccess
  const joining = useMutation({
    mutationFn: (account: { name?: string; new_password?: string }) =>
      joinProject({ token, ...account }),
    onSuccess: () => open('/admin'),
  })
  const join = submitted((form) =>
    joining.mutate(hasAccount ? {} : { name: form('name'), new_password: form('password') }),
  )
  return (
    <EntryPage title={texts.title} heading={heading}>
      <p>{text}</p>
      {hasAccount && !isSignedIn ? (
        <>
          <p>{texts.joinHasAccount}</p>
          <Link to="/sign-in">{texts.toSignIn}</Link>
        </>
      ) : (
        <form className={styles.form} onSubmit={join}>
          <Alert error={joining.error} />
          {!hasAccount && (
            <>
              <TextInput
                name="name"
                size="md"
                label={texts.name}
                autoComplete="name"
                required
                maxLength={200}
              />
              <NewPassword />
            </>
          )}
          <Button type="submit" size="md" loading={joining.isPending}>
            {texts.joinSubmit}
          </Button>
          {!hasAccount && <OidcButton text={oidc.signIn} next={undefined} />}
        </form>
      )}
    </EntryPage>
  )
}

function NewPassword() {
  return (
    <PasswordInput
      name="password"
      size="md"
      label={texts.newPassword}
      description={texts.passwordHint}
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={200}
    />
  )
}

function Alert({ error }: { error: Error | null }) {
  return (
    <div role="alert" className={styles.alert}>
      {error?.message}
    </div>
  )
}

function submitted(use: (form: (name: string) => string) => void) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    use((name) => textOf(form, name))
  }
}
