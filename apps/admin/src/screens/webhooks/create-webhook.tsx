import { Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { withReauth } from '../../shell/reauth-store.js'
import { secret as secretTexts, webhookForm as texts } from '../../texts/webhooks.js'
import { Drawer } from '../../ui/dialog.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { FormFooter } from '../../ui/form-footer.js'
import styles from '../../ui/form.module.css'
import { useStoredDraft } from '../../ui/use-stored-draft.js'
import { useUrlProblem } from './use-url-problem.js'
import { SecretBox } from './secret-box.js'

const WIDTH = 620

interface NewWebhook {
  url: string
  name: string
  isActive: boolean
}

const EMPTY: NewWebhook = { url: '', name: '', isActive: true }

function useCreateWebhook() {
  const context = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ url, name, isActive }: NewWebhook) =>
      withReauth(() =>
        unwrap(
          context.api.POST('/api/webhooks', {
            body: {
              url: url.trim(),
              events: ['install_attributed'],
              is_active: isActive,
              name: name.trim() === '' ? null : name.trim(),
            },
          }),
        ),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') }),
  })
}

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const creating = useCreateWebhook()
  const created = creating.data
  return (
    <Drawer
      opened
      onClose={onClose}
      size={WIDTH}
      title={created === undefined ? texts.title : secretTexts.title}
      // A click outside the drawer must not close it: the secret is shown only once.
      closeOnClickOutside={created === undefined}
    >
      {created !== undefined ? (
        <SecretBox webhookId={created.id} secret={created.secret} onDone={onClose} />
      ) : (
        <NewWebhookForm creating={creating} onClose={onClose} />
      )}
    </Drawer>
  )
}

interface NewWebhookFormProps {
  creating: ReturnType<typeof useCreateWebhook>
  onClose: () => void
}

function NewWebhookForm({ creating, onClose }: NewWebhookFormProps) {
  const { project_id: projectId } = useProject().project
  const [draft, setDraft, forget] = useStoredDraft(`webhook-${projectId}-new`, EMPTY)
  const { error, isPending } = creating
  const problem = useUrlProblem(draft.url)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        creating.mutate(draft, { onSuccess: () => forget() })
      }}
    >
      <FormErrors error={error} title={texts.fix} />
      <TextInput
        type="url"
        label={texts.url}
        description={texts.urlHint}
        placeholder="https://hooks.example.com/throughline"
        value={draft.url}
        onChange={(event) => setDraft({ ...draft, url: event.currentTarget.value })}
        error={problem ?? errorOf(error, 'url')}
        required
        data-autofocus
      />
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        error={errorOf(error, 'name')}
        maxLength={255}
        dir="auto"
      />
      <Switch
        label={texts.isActive}
        description={texts.isActiveHint}
        checked={draft.isActive}
        onChange={(event) => setDraft({ ...draft, isActive: event.currentTarget.checked })}
      />
      <FormFooter
        submit={texts.submit}
        isPending={isPending}
        onCancel={() => {
          forget()
          onClose()
        }}
      />
    </form>
  )
}
