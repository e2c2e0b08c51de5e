import { Tooltip, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { common } from '../texts/common.js'
import { Icon } from './icons.js'
import styles from './ui.module.css'

const SHOWN_MS = 1_500

export function CopyButton({ value, label = common.copy }: { value: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
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

/** Browsers provide the clipboard only on https and localhost. Elsewhere the selection is copied. */
export async function copyText(value: string): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- missing on plain http
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(value)
  const field = document.createElement('textarea')
  field.value = value
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on plain http
  document.execCommand('copy')
  field.remove()
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
