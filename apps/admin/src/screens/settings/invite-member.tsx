import { Button, Radio, TextInput } from '@mantine/core'
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
import styles from '../../ui/form.module.css'
import { ShowOnce } from '../../ui/show-once.js'
import { useStoredDraft } from '../../ui/use-stored-draft.js'

const WIDTH = 560
const ROLES = Object.keys(members.roles) as Role[]
const EMPTY: { email: string; role: Role } = { email: '', role: 'viewer' }

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
          <TextInput
            type="email"
            label={texts.email}
            description={texts.emailHint}
            value={draft.email}
            onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
            error={errorOf(inviting.error, 'email')}
            autoComplete="off"
            required
            withAsterisk={false}
            data-autofocus
          />
          <RoleField
            role={draft.role}
            error={errorOf(inviting.error, 'role')}
            onChange={(role) => setDraft({ ...draft, role })}
          />
          <div className={styles.footer}>
            <Button
              variant="default"
              onClick={() => {
                forget()
                onClose()
              }}
            >
              {common.cancel}
            </Button>
            <Button type="submit" loading={inviting.isPending}>
              {texts.submit}
            </Button>
          </div>
        </form>
      )}
    </Drawer>
  )
}

interface RoleFieldProps {
  role: Role
  error: string | undefined
  onChange: (role: Role) => void
}

function RoleField({ role, error, onChange }: RoleFieldProps) {
  return (
    <Radio.Group label={members.role} value={role} onChange={onChange} error={error}>
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
  )
}
