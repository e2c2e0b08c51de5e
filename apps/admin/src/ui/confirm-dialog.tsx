import { Button, Group, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { common } from '../texts/common.js'
import { Modal } from './dialog.js'
import { FormErrors } from './form-errors.js'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** The button's text. */
  action: string
  /** The word that must be typed before an action that cannot be undone. */
  word?: string
  change: { mutate: () => void; isPending: boolean; error: Error | null }
  onClose: () => void
  children?: ReactNode
}

/** Explains an action and asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, word, change, onClose, children } = props
  const [typed, setTyped] = useState('')
  const isReady = word === undefined || typed.trim() === word
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) change.mutate()
        }}
      >
        <FormErrors error={change.error} title={common.notSaved} />
        <div>{text}</div>
        {children}
        {word !== undefined && (
          <TextInput
            mt="md"
            label={common.typeToConfirm(word)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        <Group justify="flex-end" mt="lg">
          <Button
            variant="default"
            onClick={onClose}
            {...(word === undefined ? { 'data-autofocus': true } : {})}
          >
            {common.cancel}
          </Button>
          <Button type="submit" color="red" disabled={!isReady} loading={change.isPending}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
