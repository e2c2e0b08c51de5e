import { Menu, UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut, type Me } from '../api/session.js'
import { shell } from '../texts/shell.js'
import type { Theme } from '../ui/colors.js'
import { Icon, type IconName } from '../ui/icons.js'
import { forgetDrafts } from '../ui/use-stored-draft.js'
import { keysDialog } from './keys-store.js'
import { useProject } from './project-context.js'
import { useTheme } from './use-theme.js'
import styles from './shell.module.css'

const THEMES: readonly [Theme, IconName, string][] = [
  ['light', 'sun', shell.light],
  ['dark', 'moon', shell.dark],
  ['system', 'device-desktop', shell.system],
]

export function UserMenu({ me }: { me: Me }) {
  const setTheme = useTheme()
  const { prefix } = useProject().project
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: signOut,
    // Loads a new page, so that no data of the session stays in memory. The next user must not see drafts.
    onSettled: () => {
      forgetDrafts()
      window.location.assign('/admin/sign-in')
    },
  })
  return (
    <Menu width={236} position="top-start">
      <Menu.Target>
        <UnstyledButton className={styles.user} title={shell.account}>
          <Icon name="user-circle" size={22} />
          <span className={styles.grow}>
            <span className="clip">{me.name}</span>
            <span className="clip soft small">{me.email}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="user-circle" size={16} />}
          onClick={() => void navigate({ to: '/p/$prefix/account', params: { prefix } })}
        >
          {shell.account}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="command" size={16} />} onClick={keysDialog.open}>
          {shell.shortcuts}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{shell.theme}</Menu.Label>
        {THEMES.map(([theme, icon, label]) => (
          <Menu.Item
            key={theme}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={theme === me.theme ? <Icon name="check" size={16} /> : null}
            onClick={() => setTheme(theme)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" size={16} />} onClick={() => leaving.mutate()}>
          {shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
