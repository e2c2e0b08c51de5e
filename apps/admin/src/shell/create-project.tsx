import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { createProject, projectsKey } from '../api/projects.js'
import { queryClient } from '../api/query-client.js'
import { meQuery } from '../api/session.js'
import { common } from '../texts/common.js'
import { newProject as texts } from '../texts/shell.js'
import { Modal } from '../ui/dialog.js'
import { errorOf, FormErrors } from '../ui/form-errors.js'
import styles from '../ui/form.module.css'
import { useStoredDraft } from '../ui/use-stored-draft.js'
import { useChange } from './use-change.js'

/** Makes the prefix of a link host from a name: “Acme Shoes” becomes `acme-shoes`. */
function prefixOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, LONGEST_LABEL)
}

const LONGEST_LABEL = 63

const EMPTY: { name: string; typedPrefix: string | null } = { name: '', typedPrefix: null }

export function CreateProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [draft, setDraft, forget] = useStoredDraft('project-new', EMPTY)
  const { name } = draft
  const prefix = draft.typedPrefix ?? prefixOf(name)
  const finish = () => {
    forget()
    onClose()
  }
  const creating = useChange(() => createAndRead({ name: name.trim(), prefix }), {
    stale: projectsKey,
    onDone: (project) => {
      finish()
      void navigate({ to: '/p/$prefix/first-steps', params: { prefix: project.prefix } })
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          creating.mutate()
        }}
      >
        <FormErrors error={creating.error} title={common.fix} />
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          error={errorOf(creating.error, 'name')}
          maxLength={255}
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          label={texts.prefix}
          description={texts.prefixHint}
          value={prefix}
          onChange={(event) => setDraft({ ...draft, typedPrefix: event.currentTarget.value })}
          error={errorOf(creating.error, 'prefix')}
          maxLength={LONGEST_LABEL}
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={finish}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={creating.isPending}>
            {texts.submit}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** The list of projects contains the user's role, so it is read before the new project is opened. */
async function createAndRead(project: { name: string; prefix: string }) {
  const created = await createProject(project)
  await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
  return created
}
