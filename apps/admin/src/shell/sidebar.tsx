import { ActionIcon, Drawer, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Me } from '../api/session.js'
import mark from '../mark.svg'
import { common } from '../texts/common.js'
import { shell } from '../texts/shell.js'
import { Icon } from '../ui/icons.js'
import { navigationItems } from './navigation-items.js'
import { openPalette } from './palette-store.js'
import { useProject } from './project-context.js'
import { ProjectSwitch } from './project-switch.js'
import { UserMenu } from './user-menu.js'
import styles from './shell.module.css'

export function Sidebar({ me }: { me: Me }) {
  return (
    <nav className={styles.sidebar} aria-label={shell.navigation}>
      <div className={styles.sidebarInner}>
        <Brand />
        <Navigation me={me} />
      </div>
    </nav>
  )
}

/** The navigation on narrow screens. */
export function MobileBar({ me }: { me: Me }) {
  const [isOpen, { open, close }] = useDisclosure()
  const { pathname } = useLocation()
  useEffect(close, [close, pathname])
  return (
    <nav className={styles.mobileBar} aria-label={shell.navigation}>
      <Brand />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={shell.search}
        onClick={openPalette}
      >
        <Icon name="search" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={shell.openNavigation}
        aria-expanded={isOpen}
        onClick={open}
      >
        <Icon name="menu-2" size={20} />
      </ActionIcon>
      <Drawer opened={isOpen} onClose={close} size={300} position="left" title={<Brand />}>
        <div className={styles.drawerNav}>
          <Navigation me={me} />
        </div>
      </Drawer>
    </nav>
  )
}

function Brand() {
  return (
    <span className={styles.brand}>
      <img src={mark} width={26} height={26} alt="" />
      {common.product}
    </span>
  )
}

function Navigation({ me }: { me: Me }) {
  const { project } = useProject()
  return (
    <>
      <ProjectSwitch me={me} />
      <UnstyledButton className={styles.search} onClick={openPalette}>
        <Icon name="search" />
        {shell.search}
        <kbd className={styles.kbd}>{COMMAND_KEY}K</kbd>
      </UnstyledButton>
      <div className={styles.nav}>
        {navigationItems(me).map(({ to, icon, label }) => (
          <Link key={to} to={to} params={{ prefix: project.prefix }} className={styles.item}>
            <Icon name={icon} />
            {label}
          </Link>
        ))}
      </div>
      <div className={styles.foot}>
        <a className={styles.item} href="/docs/guides" target="_blank" rel="noreferrer">
          <Icon name="info-circle" />
          {shell.guides}
        </a>
        <a className={styles.item} href="/docs" target="_blank" rel="noreferrer">
          <Icon name="code" />
          {shell.docs}
        </a>
        <UserMenu me={me} />
      </div>
    </>
  )
}

const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl '
