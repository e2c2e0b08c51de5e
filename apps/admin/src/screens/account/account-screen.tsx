import { Button, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveMe } from '../../api/account.js'
import { meQuery, type Me } from '../../api/session.js'
import { useChange } from '../../shell/use-change.js'
import { account as texts } from '../../texts/account.js'
import { common } from '../../texts/common.js'
import { Card } from '../../ui/card.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { PageHeader } from '../../ui/page-header.js'
import { DisplayCard } from './display-card.js'
import { IdentityCard } from './identity-card.js'
import { PasswordCard } from './password-card.js'
import { SessionsCard } from './sessions-card.js'
import { TotpCard } from './totp-card.js'
import styles from './account.module.css'

export function AccountScreen() {
  const { data: me } = useSuspenseQuery(meQuery)
  const isUrgent = !me.has_password && me.oidc_issuer === null
  return (
    <>
      <PageHeader title={texts.title} lead={me.email} />
      <div className={styles.cards}>
        {isUrgent && <PasswordCard me={me} />}
        <Profile key={me.name} me={me} />
        <DisplayCard me={me} />
        {!isUrgent && <PasswordCard me={me} />}
        {me.has_password && <TotpCard isOn={me.has_totp} />}
        <IdentityCard me={me} />
        <SessionsCard />
      </div>
    </>
  )
}

function Profile({ me }: { me: Me }) {
  const [name, setName] = useState(me.name)
  const saving = useChange(() => saveMe({ name: name.trim() }), {
    stale: meQuery.queryKey,
    done: texts.saved,
  })
  return (
    <Card title={texts.profile}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <FormErrors error={saving.error} title={common.fix} />
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errorOf(saving.error, 'name')}
          autoComplete="name"
          maxLength={200}
          required
          withAsterisk={false}
        />
        <div>
          <Button type="submit" disabled={name.trim() === me.name} loading={saving.isPending}>
            {common.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
