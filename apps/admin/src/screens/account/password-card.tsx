import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ChangeEvent } from 'react'
import { changePassword, sessionsKey } from '../../api/account.js'
import { meQuery, type Me } from '../../api/session.js'
import { useChange } from '../../shell/use-change.js'
import { account as texts } from '../../texts/account.js'
import { common } from '../../texts/common.js'
import { Card } from '../../ui/card.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import styles from './account.module.css'

const EMPTY = { email: '', current: '', next: '' }

/**
 * Changes the password. After a start link it sets the first one, with the address to sign in with. A user who signs in
 * with OpenID Connect may set one too.
 */
export function PasswordCard({ me }: { me: Me }) {
  const isFirst = !me.has_password
  const isAfterStart = isFirst && me.oidc_issuer === null
  const firstText = isAfterStart ? texts.firstPasswordText : texts.additionalPasswordText
  const client = useQueryClient()
  const [{ email, current, next }, setDraft] = useState(EMPTY)
  const changing = useChange(changePassword, {
    stale: meQuery.queryKey,
    done: texts.changed,
    onDone: () => {
      setDraft(EMPTY)
      void client.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  const set = (name: keyof typeof EMPTY) => (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    setDraft((draft) => ({ ...draft, [name]: value }))
  }
  const fields = {
    value: isAfterStart ? email : current,
    error: changing.error,
    onChange: set(isAfterStart ? 'email' : 'current'),
  }
  return (
    <Card title={isFirst ? texts.firstPassword : texts.password}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          changing.mutate({
            ...(isAfterStart ? { email: email.trim() } : {}),
            ...(isFirst ? {} : { current_password: current }),
            new_password: next,
          })
        }}
      >
        {isFirst && <p className="soft">{firstText}</p>}
        <FormErrors error={changing.error} title={common.fix} />
        {isAfterStart && <FirstEmail {...fields} />}
        {!isFirst && <CurrentPassword {...fields} />}
        <PasswordInput
          label={texts.next}
          description={texts.nextHint}
          value={next}
          onChange={set('next')}
          error={errorOf(changing.error, 'new_password')}
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <div>
          <Button type="submit" loading={changing.isPending}>
            {isFirst ? texts.firstPassword : texts.change}
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface FieldProps {
  value: string
  error: Error | null
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function FirstEmail({ error, ...field }: FieldProps) {
  return (
    <TextInput
      {...field}
      type="email"
      label={texts.email}
      error={errorOf(error, 'email')}
      autoComplete="username"
      required
      withAsterisk={false}
    />
  )
}

function CurrentPassword({ error, ...field }: FieldProps) {
  return (
    <PasswordInput
      {...field}
      label={texts.current}
      error={errorOf(error, 'current_password')}
      autoComplete="current-password"
      required
      withAsterisk={false}
    />
  )
}
