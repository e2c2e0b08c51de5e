import { Button, Textarea } from '@mantine/core'
import { checkAppSiteAssociation } from '@throughline/core/association/app-site-association'
import { checkAssetLinks } from '@throughline/core/association/asset-links'
import { hasErrors } from '@throughline/core/association/file-problem'
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
  const problems = text.trim() === '' ? [] : checkOf(kind)(text)
  const saving = useChange(
    (content: string | null) => saveAssociationFile(context, kind, content),
    { stale: settingsKey(context), done: texts.saved, onDone: edit.forget },
  )
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
          className={styles.editor ?? ''}
          aria-label={texts.ownLabel(fileNameOf(kind))}
          description={texts.ownHint}
          value={text}
          onChange={(event) => edit.set({ text: event.currentTarget.value })}
          readOnly={isReadOnly}
          spellCheck={false}
        />
        {!isReadOnly && (
          <div className={styles.buttons}>
            <Button type="submit" disabled={!canSave} loading={saving.isPending}>
              {texts.save(fileNameOf(kind))}
            </Button>
            {file.source === 'pasted' && (
              <Button
                variant="default"
                loading={saving.isPending}
                onClick={() => saving.mutate(null)}
              >
                {texts.ownRemove}
              </Button>
            )}
          </div>
        )}
      </div>
      {text.trim() !== '' && <FileProblems problems={problems} />}
    </form>
  )
}

function checkOf(kind: FileKind) {
  return kind === 'asset-links' ? checkAssetLinks : checkAppSiteAssociation
}
