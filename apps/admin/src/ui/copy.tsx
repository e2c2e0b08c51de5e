import { Tooltip, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { common } from '../texts/common.js'
import { Icon } from './icons.js'
import { notify, notifyProblem } from './notify.js'
import styles from './ui.module.css'

const SHOWN_MS = 1_500

export function CopyButton({ value, label = common.copy }: { value: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await copyText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), SHOWN_MS)
    } catch (error) {
      notifyProblem(error as Error, common.notCopied)
    }
  }
  return (
    <Tooltip label={isCopied ? common.copied : label}>
      <UnstyledButton
        className={styles.copy}
        aria-label={isCopied ? common.copied : label}
        onClick={() => void copy()}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      </UnstyledButton>
    </Tooltip>
  )
}

/** Copies and says so with `done`, or says that the text is not copied. */
export async function copyAndNotify(value: string, done: string): Promise<void> {
  try {
    await copyText(value)
    notify(done)
  } catch (error) {
    notifyProblem(error as Error, common.notCopied)
  }
}

/**
 * Browsers provide the clipboard only on https and localhost. Elsewhere the selection is copied.
 * @throws if the browser does not allow it
 */
export async function copyText(value: string): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- missing on plain http
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(value)
  const field = document.createElement('textarea')
  field.value = value
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on plain http
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error(common.copyByHand)
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.codeBox}>
      <pre className={styles.code} tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <span className={styles.codeCopy}>
        <CopyButton value={text} label={`${common.copy}: ${label}`} />
      </span>
    </div>
  )
}
