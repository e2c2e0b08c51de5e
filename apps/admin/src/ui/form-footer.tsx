import { Button } from '@mantine/core'
import { common } from '../texts/common.js'
import styles from './form.module.css'

interface FormFooterProps {
  /** The text of the button that submits the form. */
  submit: string
  isPending: boolean
  isDisabled?: boolean
  onCancel: () => void
}

/** The buttons at the end of a form in a drawer. */
export function FormFooter({ submit, isPending, isDisabled = false, onCancel }: FormFooterProps) {
  return (
    <div className={styles.footer}>
      <Button variant="default" onClick={onCancel}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled}>
        {submit}
      </Button>
    </div>
  )
}
