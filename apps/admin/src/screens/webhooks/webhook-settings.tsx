import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Webhook } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { webhookDetail as texts, webhookForm, webhooks } from '../../texts/webhooks.js'
import { Card, Facts } from '../../ui/card.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { useUrlProblem } from './use-url-problem.js'
import { formatTime } from '../../ui/format.js'
import { notify } from '../../ui/notify.js'

type Change = Partial<Pick<Webhook, 'url' | 'name' | 'description' | 'is_active'>>

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const canWrite = useProject().can('webhooks:write')
  const [draft, setDraft] = useState<Draft>({
    url: webhook.url,
    name: webhook.name ?? '',
    description: webhook.description ?? '',
  })
  const saving = useSaveWebhook(webhook)
  const change = changeOf(webhook, draft)
  return (
    <Card title={texts.settings}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(change)
        }}
      >
        <FormErrors error={saving.error} title={webhookForm.fix} />
        <Fields
          draft={draft}
          set={(part) => setDraft({ ...draft, ...part })}
          error={saving.error}
          readOnly={!canWrite}
        />
        {Object.keys(change).length > 0 && (
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

interface FieldsProps {
  draft: Draft
  set: (part: Partial<Draft>) => void
  error: Error | null
  readOnly: boolean
}

function Fields({ draft, set, error, readOnly }: FieldsProps) {
  const problem = useUrlProblem(draft.url)
  return (
    <>
      <TextInput
        label={webhookForm.name}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errorOf(error, 'name')}
        maxLength={255}
        readOnly={readOnly}
        dir="auto"
      />
      <TextInput
        type="url"
        label={texts.url}
        value={draft.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
        error={problem ?? errorOf(error, 'url')}
        readOnly={readOnly}
        required
        withAsterisk={false}
      />
      <Textarea
        label={texts.description}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={errorOf(error, 'description')}
        maxLength={1_000}
        rows={2}
        readOnly={readOnly}
        dir="auto"
      />
    </>
  )
}

interface Draft {
  url: string
  name: string
  description: string
}

/** Only the changed fields; an empty text clears its field. */
function changeOf(webhook: Webhook, { url, name, description }: Draft): Change {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    ...(url.trim() === webhook.url ? {} : { url: url.trim() }),
    ...(orNull(name) === webhook.name ? {} : { name: orNull(name) }),
    ...(orNull(description) === webhook.description ? {} : { description: orNull(description) }),
  }
}

function useSaveWebhook(webhook: Webhook) {
  const context = useProject()
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (change: Change) =>
      unwrap(
        context.api.PUT('/api/webhooks/{id}', {
          params: { path: { id: webhook.id } },
          body: change,
        }),
      ),
    onSuccess: (_saved, change) => {
      const { is_active: isActive } = change
      const undo = () => saving.mutate({ is_active: isActive !== true })
      notify(savedText(change), isActive === undefined ? undefined : undo)
      void client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') })
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
    },
  })
  return saving
}

function savedText({ is_active: isActive, url }: Change): string {
  if (isActive !== undefined) return isActive ? texts.turnedOn : texts.turnedOff
  return url === undefined ? common.saved : texts.urlSaved
}
