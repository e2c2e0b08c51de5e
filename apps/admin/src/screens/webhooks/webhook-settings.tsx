import { Button, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Webhook } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { webhookDetail as texts, webhookForm, webhooks } from '../../texts/webhooks.js'
import { Card, Facts } from '../../ui/card.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { formatTime } from '../../ui/format.js'
import { notify } from '../../ui/notify.js'

type Change = Partial<Pick<Webhook, 'url' | 'is_active'>>

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const context = useProject()
  const canWrite = context.can('webhooks:write')
  const [url, setUrl] = useState(webhook.url)
  const saving = useSaveWebhook(webhook)
  return (
    <Card title={texts.settings}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate({ url: url.trim() })
        }}
      >
        <FormErrors error={saving.error} title={webhookForm.fix} />
        <TextInput
          type="url"
          label={texts.url}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={errorOf(saving.error, 'url')}
          readOnly={!canWrite}
          required
          withAsterisk={false}
        />
        {url.trim() !== webhook.url && (
          <Button type="submit" loading={saving.isPending}>
            {texts.change}
          </Button>
        )}
        <Switch
          label={webhookForm.isActive}
          description={webhookForm.isActiveHint}
          checked={webhook.is_active}
          disabled={!canWrite || saving.isPending}
          onChange={(event) => saving.mutate({ is_active: event.currentTarget.checked })}
        />
        <Facts
          facts={[
            [texts.events, webhook.events.join(', ')],
            [webhooks.created, formatTime(webhook.created_at)],
          ]}
        />
      </form>
    </Card>
  )
}

function useSaveWebhook(webhook: Webhook) {
  const context = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      unwrap(
        context.api.PUT('/api/webhooks/{id}', {
          params: { path: { id: webhook.id } },
          body: { url: webhook.url, events: webhook.events, ...change },
        }),
      ),
    onSuccess: (_saved, change) => {
      const switched = change.is_active === true ? texts.turnedOn : texts.turnedOff
      notify(change.is_active === undefined ? texts.urlSaved : switched)
      void client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') })
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
    },
  })
}
