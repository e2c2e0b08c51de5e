import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { confirmTotp, removeTotp, startTotp } from '../../api/account.js'
import { meQuery } from '../../api/session.js'
import { useChange } from '../../shell/use-change.js'
import { account as texts } from '../../texts/account.js'
import { common } from '../../texts/common.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { CodeBlock } from '../../ui/copy.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { notifyError } from '../../ui/notify.js'
import { QrCode } from '../../ui/qr-code.js'
import styles from './account.module.css'

export function TotpCard({ isOn }: { isOn: boolean }) {
  const starting = useChange(startTotp, { stale: meQuery.queryKey })
  const [isAsking, setAsking] = useState(false)
  const removing = useChange(removeTotp, {
    stale: meQuery.queryKey,
    done: texts.totpIsOff,
    onDone: () => {
      setAsking(false)
      // The API has discarded the secret.
      starting.reset()
    },
  })
  const secret = starting.data
  return (
    <Card
      title={texts.totp}
      aside={
        <Badge tone={isOn ? 'good' : 'idle'} icon={isOn ? 'shield-lock' : 'lock'}>
          {isOn ? texts.totpOn : texts.totpOff}
        </Badge>
      }
    >
      {secret !== undefined && !isOn ? (
        <Confirm secret={secret.secret} uri={secret.uri} />
      ) : (
        <div className={styles.form}>
          <p className="soft">{texts.totpText}</p>
          <div>
            {isOn ? (
              <Button variant="default" onClick={() => setAsking(true)}>
                {texts.totpTurnOff}
              </Button>
            ) : (
              <Button
                loading={starting.isPending}
                onClick={() => starting.mutate(undefined, { onError: notifyError })}
              >
                {texts.totpStart}
              </Button>
            )}
          </div>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.totpTurnOffTitle}
          text={texts.totpTurnOffText}
          action={texts.totpTurnOff}
          change={removing}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

/** Codes are turned on only after one was entered. Otherwise a mistake could lock the user out. */
function Confirm({ secret, uri }: { secret: string; uri: string }) {
  const [code, setCode] = useState('')
  const confirming = useChange(() => confirmTotp(code.replaceAll(/\s/g, '')), {
    stale: meQuery.queryKey,
    done: texts.totpIsOn,
  })
  return (
    <div className={styles.setup}>
      <div>
        <QrCode text={uri} label={texts.totpQr} />
      </div>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          confirming.mutate()
        }}
      >
        <p>{texts.totpScan}</p>
        <FormErrors error={confirming.error} title={common.fix} />
        <TextInput
          label={texts.totpCode}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={errorOf(confirming.error, 'code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          withAsterisk={false}
        />
        <div>
          <Button type="submit" loading={confirming.isPending}>
            {texts.totpConfirm}
          </Button>
        </div>
        <p className="soft small">{texts.totpSecret}</p>
        <CodeBlock text={secret} label={texts.totpSecret} />
      </form>
    </div>
  )
}
