import { Tooltip, UnstyledButton } from '@mantine/core'
import { useProject } from '../shell/project-context.js'
import { common } from '../texts/common.js'
import { copyAndNotify } from './copy.js'
import { curlOf } from './curl.js'
import { Icon, type IconName } from './icons.js'
import styles from './ui.module.css'

interface ViewActionsProps {
  /** The request whose answer the screen shows. */
  path: string
  query?: object
  /** Whether the request accepts only a session. */
  needsSession?: boolean
}

/** Copies the address of a screen with its filters, and the request behind it. */
export function ViewActions({ path, query = {}, needsSession = false }: ViewActionsProps) {
  const { project } = useProject()
  const curl = () => curlOf({ path, query, projectKey: project.project_key, needsSession })
  const curlCopied = needsSession ? common.curlCopiedSession : common.curlCopied
  return (
    <span className={styles.viewActions}>
      <Action
        icon="link"
        label={common.copyView}
        run={() => copyAndNotify(window.location.href, common.viewCopied)}
      />
      <Action icon="code" label={common.copyCurl} run={() => copyAndNotify(curl(), curlCopied)} />
    </span>
  )
}

function Action(props: { icon: IconName; label: string; run: () => Promise<void> }) {
  return (
    <Tooltip label={props.label}>
      <UnstyledButton
        className={styles.viewAction}
        aria-label={props.label}
        onClick={() => void props.run()}
      >
        <Icon name={props.icon} size={17} />
      </UnstyledButton>
    </Tooltip>
  )
}
