import { Button, Textarea } from '@mantine/core'
import { checkAppSiteAssociation } from '@throughline/core/association/app-site-association'
import { checkAssetLinks } from '@throughline/core/association/asset-links'
import { hasErrors } from '@throughline/core/association/file-problem'
import { useRef } from 'react'
import { saveAssociationFile, settingsKey, type FileKind } from '../../api/settings.js'
import type { AssociationFile } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { common } from '../../texts/common.js'
import { appLinks as texts } from '../../texts/hosts.js'
import { FormErrors } from '../../ui/form-errors.js'
import { useEdit } from '../../ui/use-edit.js'
import { fileNameOf } from './association-draft.js'
import { FileProblems } from './file-problems.js'
import styles from './settings.module.css'

interface FileEditorProps {
  kind: FileKind
  file: AssociationFile
  isReadOnly: boolean
}

/** Edits the file that phones read. */
export function FileEditor({ kind, file, isReadOnly }: FileEditorProps) {
  const context = useProject()
  const edit = useEdit(`file-${context.project.project_id}-${kind}`, { text: file.file ?? '' })
  const { text } = edit.values
  const field = useRef<HTMLTextAreaElement>(null)
  const problems = text.trim() === '' ? [] : checkOf(kind)(text)
  const saving = useChange(
    (content: string | null) => saveAssociationFile(context, kind, content),
    { stale: settingsKey(context), done: texts.saved, onDone: edit.forget },
  )
  const fix = (fixed: string) => {
    edit.set({ text: fixed })
    // The button disappears with its problem.
    field.current?.focus()
  }
  const canSave = edit.changed.length > 0 && text.trim() !== '' && !hasErrors(problems)
  return (
    <form
      className={styles.columns}
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(text)
      }}
    >
      <div className={styles.stack}>
        <FormErrors error={saving.error} title={common.fix} />
        <Textarea
          ref={field}
          className={styles.editor ?? ''}
          aria-label={texts.ownLabel(fileNameOf(kind))}
          description={texts.ownHint}
          value={text}
          onChange={(event) => edit.set({ text: event.currentTarget.value })}
          readOnly={isReadOnly}
          spellCheck={false}
        />
        {!isReadOnly && (
          <Buttons
            kind={kind}
            canSave={canSave}
            isSaving={saving.isPending}
            {...(file.source === 'pasted' ? { onRemove: () => saving.mutate(null) } : {})}
          />
        )}
      </div>
      {text.trim() !== '' && (
        <FileProblems
          problems={problems}
          file={{
            text,
            onGoTo: ({ offset, length }) => {
              field.current?.focus()
              field.current?.setSelectionRange(offset, offset + length)
            },
            ...(isReadOnly ? {} : { onFix: fix }),
          }}
        />
      )}
    </form>
  )
}

interface ButtonsProps {
  kind: FileKind
  canSave: boolean
  isSaving: boolean
  /** Missing if no file of the project's own is stored. */
  onRemove?: () => void
}

function Buttons({ kind, canSave, isSaving, onRemove }: ButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button type="submit" disabled={!canSave} loading={isSaving}>
        {texts.save(fileNameOf(kind))}
      </Button>
      {onRemove !== undefined && (
        <Button variant="default" loading={isSaving} onClick={onRemove}>
          {texts.ownRemove}
        </Button>
      )}
    </div>
  )
}

function checkOf(kind: FileKind) {
  return kind === 'asset-links' ? checkAssetLinks : checkAppSiteAssociation
}
