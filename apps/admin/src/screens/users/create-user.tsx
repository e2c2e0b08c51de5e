import { Switch, TextInput } from '@mantine/core'
import { createUser, usersKey } from '../../api/account.js'
import { useChange } from '../../shell/use-change.js'
import { users as texts } from '../../texts/account.js'
import { common } from '../../texts/common.js'
import { Drawer, Modal } from '../../ui/dialog.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { FormFooter } from '../../ui/form-footer.js'
import styles from '../../ui/form.module.css'
import { ShowOnce } from '../../ui/show-once.js'
import { useStoredDraft } from '../../ui/use-stored-draft.js'

const WIDTH = 520
const EMPTY = { email: '', name: '', isAdmin: false }

/** The link with which the user chooses a password. */
export interface OneTimeLink {
  email: string
  url: string
}

export function CreateUser({ onClose }: { onClose: () => void }) {
  const [draft, setDraft, forget] = useStoredDraft('user-new', EMPTY)
  const { email, name, isAdmin } = draft
  const creating = useChange(
    () => createUser({ email: email.trim(), name: name.trim(), is_admin: isAdmin }),
    { stale: usersKey, onDone: () => forget() },
  )
  const cancel = () => {
    forget()
    onClose()
  }
  if (creating.data !== undefined) return <UserLink link={creating.data} onClose={onClose} />
  const { error } = creating
  return (
    <Drawer opened onClose={onClose} size={WIDTH} title={texts.create}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          creating.mutate()
        }}
      >
        <FormErrors error={error} title={common.fix} />
        <TextInput
          type="email"
          label={texts.email}
          value={email}
          onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
          error={errorOf(error, 'email')}
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          label={texts.name}
          value={name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          error={errorOf(error, 'name')}
          autoComplete="off"
          maxLength={200}
          required
          withAsterisk={false}
        />
        <Switch
          label={texts.isAdmin}
          description={texts.isAdminHint}
          checked={isAdmin}
          onChange={(event) => setDraft({ ...draft, isAdmin: event.currentTarget.checked })}
        />
        <FormFooter submit={texts.submit} isPending={creating.isPending} onCancel={cancel} />
      </form>
    </Drawer>
  )
}

export function UserLink({ link, onClose }: { link: OneTimeLink; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      size={WIDTH}
      title={texts.linkTitle}
      closeOnClickOutside={false}
    >
      <ShowOnce
        text={texts.linkText(link.email)}
        label={texts.link}
        value={link.url}
        done={texts.done}
        onDone={onClose}
      />
    </Modal>
  )
}
