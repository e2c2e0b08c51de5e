import { TextInput } from '@mantine/core'
import { unwrap } from '../../api/client.js'
import { settingsKey } from '../../api/settings.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { common } from '../../texts/common.js'
import { domains as texts } from '../../texts/hosts.js'
import { Drawer } from '../../ui/dialog.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { FormFooter } from '../../ui/form-footer.js'
import styles from '../../ui/form.module.css'
import { useStoredDraft } from '../../ui/use-stored-draft.js'

const WIDTH = 480
const EMPTY = { host: '' }

export function AddDomain({ onClose }: { onClose: () => void }) {
  const context = useProject()
  const [{ host }, setDraft, forget] = useStoredDraft(
    `domain-${context.project.project_id}-new`,
    EMPTY,
  )
  const finish = () => {
    forget()
    onClose()
  }
  const adding = useChange(
    () => unwrap(context.api.POST('/api/project/domains', { body: { host: host.trim() } })),
    { stale: settingsKey(context), onDone: finish },
  )
  return (
    <Drawer opened onClose={onClose} size={WIDTH} title={texts.formTitle}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          adding.mutate()
        }}
      >
        <FormErrors error={adding.error} title={common.fix} />
        <TextInput
          label={texts.host}
          description={texts.hostHint}
          placeholder="go.example.com"
          value={host}
          onChange={(event) => setDraft({ host: event.currentTarget.value })}
          error={errorOf(adding.error, 'host')}
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
        />
        <FormFooter submit={texts.submit} isPending={adding.isPending} onCancel={finish} />
      </form>
    </Drawer>
  )
}
