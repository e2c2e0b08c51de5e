import { Button, Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { general as texts } from '../../texts/settings.js'
import { notifyError } from '../../ui/notify.js'
import styles from './settings.module.css'

/** The limit is 4,096 characters, and a data URL is a third longer than its bytes. */
const MAX_BYTES = 3_000
const TYPES = 'image/png,image/webp,image/svg+xml'

interface IconFieldProps {
  icon: string | null
  isReadOnly: boolean
  error: string | undefined
  onChange: (icon: string | null) => void
}

/** The picture of the landing page. The page contains it as a data URL. */
export function IconField({ icon, isReadOnly, error, onChange }: IconFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setTooLarge(file.size > MAX_BYTES)
    try {
      if (file.size <= MAX_BYTES) onChange(await toDataUrl(file))
    } catch (error) {
      notifyError(error as Error)
    }
    // Otherwise choosing the same file again would be no change.
    if (field.current !== null) field.current.value = ''
  }
  return (
    <Input.Wrapper
      id={id}
      label={texts.icon}
      description={texts.iconHint}
      error={isTooLarge ? texts.iconTooLarge : error}
    >
      <div className={styles.icon}>
        {icon !== null && <img className={styles.iconPicture} src={icon} alt="" />}
        <input
          ref={field}
          id={id}
          type="file"
          accept={TYPES}
          hidden
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        {!isReadOnly && (
          <Button variant="default" onClick={() => field.current?.click()}>
            {texts.iconChoose}
          </Button>
        )}
        {!isReadOnly && icon !== null && (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            {texts.iconRemove}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'))
    reader.readAsDataURL(file)
  })
}
