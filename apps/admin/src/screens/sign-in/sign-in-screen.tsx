import { Button, PasswordInput, TextInput, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { ApiError } from '../../api/client.js'
import { queryClient } from '../../api/query-client.js'
import { forgotPassword, signIn } from '../../api/session.js'
import { signIn as texts } from '../../texts/sign-in.js'
import { EntryPage } from './entry-page.js'
import { textOf } from './text-of.js'
import styles from './sign-in.module.css'

const OidcPart = lazy(async () => ({ default: (await import('./oidc-part.js')).OidcPart }))

export function SignInScreen() {
  const { next, problem } = useSearch({ from: '/sign-in' })
  return (
    <EntryPage title={texts.title} heading={texts.heading}>
      <SignInForm />
      <Suspense>
        <OidcPart problem={problem} next={isOwnPath(next) ? next : undefined} />
      </Suspense>
    </EntryPage>
  )
}

/** Signs in, then opens the requested page. Asks for a code if the account has an authenticator app. */
function useSignIn() {
  const { next } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const alert = useRef<HTMLDivElement>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      queryClient.clear()
      router.history.push(isOwnPath(next) ? next : '/admin/')
    },
    onError: (error) => {
      if (isCodeMissing(error)) setNeedsCode(true)
      else alert.current?.focus()
    },
  })
  return { alert, needsCode, entering }
}

function SignInForm() {
  const { alert, needsCode, entering } = useSignIn()
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = textOf(form, 'code').replaceAll(/\s/g, '')
    entering.mutate({
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
      ...(code === '' ? {} : { code }),
    })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <div ref={alert} role="alert" tabIndex={-1} className={styles.alert}>
        {isCodeMissing(entering.error) ? null : entering.error?.message}
      </div>
      <TextInput
        ref={field}
        name="email"
        type="email"
        label={texts.email}
        autoComplete="username"
        required
        autoFocus
        withAsterisk={false}
        size="md"
      />
      <PasswordInput
        name="password"
        label={texts.password}
        autoComplete="current-password"
        required
        withAsterisk={false}
        size="md"
      />
      {needsCode && (
        <TextInput
          name="code"
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          size="md"
        />
      )}
      <Button type="submit" size="md" fullWidth loading={entering.isPending}>
        {texts.submit}
      </Button>
      <ForgotPassword field={field} />
    </form>
  )
}

/** The API returns what to do next, because it depends on whether a mail server is set. */
function ForgotPassword({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const asking = useMutation({ mutationFn: forgotPassword })
  const ask = () => {
    if (field.current?.reportValidity() === true) asking.mutate({ email: field.current.value })
  }
  return (
    <>
      <UnstyledButton className={styles.forgot} disabled={asking.isPending} onClick={ask}>
        {texts.forgot}
      </UnstyledButton>
      <p role="status" className={styles.forgotten}>
        {asking.data?.message ?? asking.error?.message}
      </p>
    </>
  )
}

/** Not an error: the account has an authenticator app, and its code is missing. */
function isCodeMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'code_required'
}

/** Must not lead to another site: the address comes from the query. */
function isOwnPath(path: string | undefined): path is string {
  return path !== undefined && /^\/admin\/(?!\/)/.test(path)
}
