import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { common } from '../../texts/common.js'
import { signatureCheck as texts } from '../../texts/webhooks.js'
import { Drawer } from '../../ui/dialog.js'
import { FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { Icon } from '../../ui/icons.js'
import { checkSignature, type ReceivedDelivery } from './check-signature.js'
import result from './webhooks.module.css'

const WIDTH = 560
const EMPTY: ReceivedDelivery = { secret: '', body: '', signature: '', id: '', timestamp: '' }

interface SignatureCheckProps {
  /** The ids and the body of a known delivery. */
  known?: Partial<ReceivedDelivery>
  onClose: () => void
}

/** Finds out why a receiver rejects a signature. The secret stays in the browser. */
export function SignatureCheck({ known = {}, onClose }: SignatureCheckProps) {
  const [received, setReceived] = useState({ ...EMPTY, ...known })
  const checking = useMutation({ mutationFn: checkSignature })
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- missing on plain http
  const canCheck = globalThis.crypto.subtle !== undefined
  return (
    <Drawer opened onClose={onClose} size={WIDTH} title={texts.title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          checking.mutate(received)
        }}
      >
        <p className="soft">{canCheck ? texts.text : texts.needsHttps}</p>
        <FormErrors error={checking.error} title={common.failed} />
        <Fields
          received={received}
          set={(change) => {
            checking.reset()
            setReceived({ ...received, ...change })
          }}
        />
        <div role="status">
          {checking.data !== undefined && (
            <p className={result.verdict} data-right={checking.data === 'right'}>
              <Icon name={checking.data === 'right' ? 'circle-check' : 'alert-circle'} />
              {texts.results[checking.data]}
            </p>
          )}
        </div>
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            {common.close}
          </Button>
          <Button type="submit" disabled={!canCheck} loading={checking.isPending}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}

interface FieldsProps {
  received: ReceivedDelivery
  set: (change: Partial<ReceivedDelivery>) => void
}

function Fields({ received, set }: FieldsProps) {
  return (
    <>
      <PasswordInput
        label={texts.secret}
        value={received.secret}
        onChange={(event) => set({ secret: event.currentTarget.value })}
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
      />
      <TextInput
        label={texts.signature}
        description={texts.signatureHint}
        value={received.signature}
        onChange={(event) => set({ signature: event.currentTarget.value })}
        spellCheck={false}
        required
        withAsterisk={false}
      />
      {received.signature.trim().startsWith('v1,') && (
        <div className={styles.pair}>
          {(['id', 'timestamp'] as const).map((name) => (
            <TextInput
              key={name}
              label={`webhook-${name}`}
              value={received[name]}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
              spellCheck={false}
            />
          ))}
        </div>
      )}
      <Textarea
        label={texts.body}
        description={texts.bodyHint}
        value={received.body}
        onChange={(event) => set({ body: event.currentTarget.value })}
        rows={8}
        spellCheck={false}
        required
        withAsterisk={false}
      />
    </>
  )
}
