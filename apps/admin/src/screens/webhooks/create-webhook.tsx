import { Button, Drawer, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { withReauth } from '../../shell/reauth-store.js'
import { common } from '../../texts/common.js'
import { secret as secretTexts, webhookForm as texts } from '../../texts/webhooks.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { SecretBox } from './secret-box.js'

const WIDTH = 620

interface NewWebhook {
  url: string
  isActive: boolean
}

function useCreateWebhook() {
  const context = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ url, isActive }: NewWebhook) =>
      withReauth(() =>
        unwrap(
          context.api.POST('/api/webhooks', {
            body: { url: url.trim(), events: ['install_attributed'], is_active: isActive },
          }),
        ),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') }),
  })
}

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [isActive, setActive] = useState(true)
  const creating = useCreateWebhook()
  const created = creating.data
  return (
    <Drawer
      opened
      onClose={onClose}
      size={WIDTH}
      title={created === undefined ? texts.title : secretTexts.title}
      // A click beside the drawer must not lose a secret that is shown once.
      closeOnClickOutside={created === undefined}
    >
      {created !== undefined ? (
        <SecretBox webhookId={created.id} secret={created.secret} onDone={onClose} />
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            creating.mutate({ url, isActive })
          }}
        >
          <FormErrors error={creating.error} title={texts.fix} />
          <TextInput
            type="url"
            label={texts.url}
            description={texts.urlHint}
            placeholder="https://hooks.example.com/throughline"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={errorOf(creating.error, 'url')}
            required
            data-autofocus
          />
          <Switch
            label={texts.isActive}
            description={texts.isActiveHint}
            checked={isActive}
            onChange={(event) => setActive(event.currentTarget.checked)}
          />
          <div className={styles.footer}>
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={creating.isPending}>
              {texts.submit}
            </Button>
          </div>
        </form>
      )}
    </Drawer>
  )
}
