import { Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { unwrap } from '../../api/client.js'
import { settingsKey } from '../../api/settings.js'
import type { Role } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { invitations as texts, members } from '../../texts/access.js'
import { common } from '../../texts/common.js'
import { Drawer } from '../../ui/dialog.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { FormFooter } from '../../ui/form-footer.js'
import styles from '../../ui/form.module.css'
import { ShowOnce } from '../../ui/show-once.js'
import { useStoredDraft } from '../../ui/use-stored-draft.js'

const WIDTH = 560
const ROLES = Object.keys(members.roles) as Role[]

interface Draft {
  email: string
  role: Role
}

const EMPTY: Draft = { email: '', role: 'viewer' }

/** Creates a link that the owner sends; the service sends no mail for it. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const context = useProject()
  const [draft, setDraft, forget] = useStoredDraft(
    `invitation-${context.project.project_id}-new`,
    EMPTY,
  )
  const body = { ...draft, email: draft.email.trim() }
  const invite = () => unwrap(context.api.POST('/api/project/invitations', { body }))
  const inviting = useChange(invite, { stale: settingsKey(context), onDone: () => forget() })
  const cancel = () => {
    forget()
    onClose()
  }
  const invitation = inviting.data
  return (
    <Drawer
      opened
      onClose={onClose}
      size={WIDTH}
      title={invitation === undefined ? texts.formTitle : texts.linkTitle}
      // A click outside the drawer must not close it: the link is shown only once.
      closeOnClickOutside={invitation === undefined}
    >
      {invitation !== undefined ? (
        <ShowOnce
          text={texts.linkText(invitation.email)}
          label={texts.link}
          value={invitation.url}
          done={texts.done}
          onDone={onClose}
        />
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            inviting.mutate()
          }}
        >
          <FormErrors error={inviting.error} title={common.fix} />
          <Fields
            draft={draft}
            set={(change) => setDraft({ ...draft, ...change })}
            error={inviting.error}
          />
          <FormFooter submit={texts.submit} isPending={inviting.isPending} onCancel={cancel} />
        </form>
      )}
    </Drawer>
  )
}

interface FieldsProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
  error: Error | null
}

function Fields({ draft, set, error }: FieldsProps) {
  return (
    <>
      <TextInput
        type="email"
        label={texts.email}
        description={texts.emailHint}
        value={draft.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
        error={errorOf(error, 'email')}
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
      />
      <Radio.Group
        label={members.role}
        value={draft.role}
        onChange={(role) => set({ role })}
        error={errorOf(error, 'role')}
      >
        {ROLES.map((one) => (
          <Radio
            key={one}
            mt={10}
            value={one}
            label={members.roles[one][0]}
            description={members.roles[one][1]}
          />
        ))}
      </Radio.Group>
    </>
  )
}
