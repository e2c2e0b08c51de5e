import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import { removeUser, resetUser, saveUser, usersKey } from '../../api/account.js'
import type { User } from '../../api/types.js'
import { useChange } from '../../shell/use-change.js'
import { users as texts } from '../../texts/account.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Icon } from '../../ui/icons.js'
import { notifyError } from '../../ui/notify.js'
import type { OneTimeLink } from './create-user.js'

interface UserActionsProps {
  user: User
  onLink: (link: OneTimeLink) => void
}

export function UserActions({ user, onLink }: UserActionsProps) {
  const { id, email, name, is_admin: isAdmin, has_totp: hasTotp } = user
  const [isRemoving, setRemoving] = useState(false)
  const resetting = useChange((totp: boolean) => resetUser(id, totp), {
    stale: usersKey,
    onDone: ({ url }) => onLink({ email, url }),
  })
  const changing = useChange(() => saveUser(id, { is_admin: !isAdmin }), {
    stale: usersKey,
    done: texts.changed,
  })
  const removing = useChange(() => removeUser(id), { stale: usersKey, done: texts.removed })
  const onError = notifyError
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.actionsOf(name)}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => resetting.mutate(false, { onError })}>{texts.reset}</Menu.Item>
          {hasTotp && (
            <Menu.Item onClick={() => resetting.mutate(true, { onError })}>
              {texts.resetTotp}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => changing.mutate(undefined, { onError })}>
            {isAdmin ? texts.removeAdmin : texts.makeAdmin}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRemoving && (
        <ConfirmDialog
          title={texts.removeTitle(name)}
          text={texts.removeText}
          action={texts.remove}
          word={email}
          change={removing}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
