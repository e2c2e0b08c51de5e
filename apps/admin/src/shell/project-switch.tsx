import { Menu, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '../api/session.js'
import { newProject, shell } from '../texts/shell.js'
import { Icon } from '../ui/icons.js'
import { CreateProject } from './create-project.js'
import { useProject } from './project-context.js'
import styles from './shell.module.css'

export function ProjectSwitch({ me }: { me: Me }) {
  const { project } = useProject()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Menu width={236} position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={styles.switch} title={shell.switchProject}>
            <span className={styles.avatar} aria-hidden="true">
              {initials(project.name)}
            </span>
            <span className={styles.grow}>
              <strong className="clip">{project.name}</strong>
              <span className="clip soft small">{shell.roles[project.role]}</span>
            </span>
            <Icon name="chevron-down" size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {me.memberships.map((one) => (
            <Menu.Item
              key={one.project_id}
              leftSection={<span className={styles.avatar}>{initials(one.name)}</span>}
              rightSection={one.prefix === project.prefix ? <Icon name="check" size={16} /> : null}
              onClick={() =>
                void navigate({ to: '/p/$prefix/overview', params: { prefix: one.prefix } })
              }
            >
              <span className="clip">{one.name}</span>
            </Menu.Item>
          ))}
          {me.is_admin && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<Icon name="plus" size={16} />}
                onClick={() => setCreating(true)}
              >
                {newProject.title}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isCreating && <CreateProject onClose={() => setCreating(false)} />}
    </>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters =
    words.length > 1
      ? words.slice(0, 2).map(([first]) => first)
      : [...new Intl.Segmenter().segment(name)].slice(0, 2).map(({ segment }) => segment)
  return letters.join('').toUpperCase()
}
