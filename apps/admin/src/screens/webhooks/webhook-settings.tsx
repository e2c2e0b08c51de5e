import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Webhook } from '../../api/types.js'
import { webhookQuery } from '../../api/webhooks.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { webhookDetail as texts, webhookForm, webhooks } from '../../texts/webhooks.js'
import { Card, Facts } from '../../ui/card.js'
import { Conflict } from '../../ui/conflict.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { formatTime } from '../../ui/format.js'
import { notify, notifyError } from '../../ui/notify.js'
import { ifMatch, saveVersion } from '../../ui/save-version.js'
import { changedFields, changesOf, useEdit, type Edit } from '../../ui/use-edit.js'
import { useUrlProblem } from './use-url-problem.js'

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const context = useProject()
  const canWrite = context.can('webhooks:write')
  const edit = useEdit(
    `webhook-${context.project.project_id}-${webhook.id}`,
    draftOf(webhook),
    webhook.version,
  )
  const saving = useSaveWebhook(webhook.id, edit.reset)
  const switching = useSwitch(webhook.id)
  return (
    <Card title={texts.settings}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(edit)
        }}
      >
        <FormErrors
          error={saving.error}
          title={webhookForm.fix}
          conflict={<Conflict edit={edit} labels={FIELD_LABELS} saving={saving} />}
        />
        <Fields draft={edit.values} set={edit.set} error={saving.error} readOnly={!canWrite} />
        {edit.changed.length > 0 && (
          <Group gap={8}>
            <Button type="submit" loading={saving.isPending}>
              {texts.change}
            </Button>
            <Button variant="default" onClick={edit.reset}>
              {common.discard}
            </Button>
          </Group>
        )}
        <Switch
          label={webhookForm.isActive}
          description={webhookForm.isActiveHint}
          checked={webhook.is_active}
          disabled={!canWrite || switching.isPending}
          onChange={(event) => switching.mutate(event.currentTarget.checked)}
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

const FIELD_LABELS: Readonly<Record<keyof Draft, string>> = {
  url: texts.url,
  name: webhookForm.name,
  description: texts.description,
}

function draftOf({ url, name, description }: Webhook): Draft {
  return { url, name: name ?? '', description: description ?? '' }
}

/** Sends only the changed fields; an empty text clears its field. */
function changeOf(edit: Edit<Draft>) {
  const { url, name, description } = edit.values
  const body = {
    url: url.trim(),
    name: name.trim() || null,
    description: description.trim() || null,
  }
  return changesOf(body, changedFields(edit))
}

function useSaveWebhook(id: number, onSaved: () => void) {
  const context = useProject()
  const client = useQueryClient()
  const query = webhookQuery(context, id)
  return useMutation({
    mutationFn: (edit: Edit<Draft>) =>
      saveVersion(edit, {
        save: (version) =>
          unwrap(
            context.api.PUT('/api/webhooks/{id}', {
              params: { path: { id }, header: ifMatch(version) },
              body: changeOf(edit),
            }),
          ),
        read: () => client.query({ ...query, staleTime: 0 }),
        valuesOf: draftOf,
      }),
    onSuccess: (saved, edit) => {
      client.setQueryData(query.queryKey, saved)
      notify(changedFields(edit).includes('url') ? texts.urlSaved : common.saved)
      onSaved()
      void client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') })
    },
  })
}

function useSwitch(id: number) {
  const context = useProject()
  const client = useQueryClient()
  const switching = useMutation({
    mutationFn: (isActive: boolean) =>
      unwrap(
        context.api.PUT('/api/webhooks/{id}', {
          params: { path: { id } },
          body: { is_active: isActive },
        }),
      ),
    onSuccess: (_saved, isActive) => {
      notify(isActive ? texts.turnedOn : texts.turnedOff, () => switching.mutate(!isActive))
      void client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') })
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
    },
    // Undo may fail after the page was left.
    onError: notifyError,
  })
  return switching
}
