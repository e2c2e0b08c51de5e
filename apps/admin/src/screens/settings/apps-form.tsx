import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { checkApps } from '@throughline/core/association/check-apps'
import { unwrap } from '../../api/client.js'
import { appsQuery, settingsKey, type FileKind } from '../../api/settings.js'
import type { Apps } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { common } from '../../texts/common.js'
import { appLinks as texts } from '../../texts/hosts.js'
import { CodeBlock } from '../../ui/copy.js'
import { FormErrors } from '../../ui/form-errors.js'
import { Icon } from '../../ui/icons.js'
import { useEdit } from '../../ui/use-edit.js'
import { AppFields } from './app-fields.js'
import {
  appsOf,
  draftsOf,
  EMPTY_APP,
  fileNameOf,
  fileOf,
  type AppDraft,
} from './association-draft.js'
import { FileProblems } from './file-problems.js'
import styles from './settings.module.css'

interface AppsFormProps {
  kind: FileKind
  apps: Apps
  /** The project's own file is served instead. */
  isPasted: boolean
  isReadOnly: boolean
}

/** The form on the left, and the file that results from it on the right. */
export function AppsForm({ kind, apps, isPasted, isReadOnly }: AppsFormProps) {
  const { project_id: projectId } = useProject().project
  const edit = useEdit(`apps-${projectId}-${kind}`, { drafts: draftsOf(kind, apps) })
  const { drafts } = edit.values
  const setDrafts = (next: AppDraft[]) => edit.set({ drafts: next })
  const typed = appsOf(kind, drafts)
  const saving = useSaveApps(kind, edit.reset)
  const isChanged = edit.changed.length > 0
  const change = (index: number, next: AppDraft | null) =>
    setDrafts(drafts.flatMap((one, at) => (at !== index ? [one] : next === null ? [] : [next])))
  return (
    <div className={styles.columns}>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(typed)
        }}
      >
        <FormErrors error={saving.error} title={common.fix} />
        {drafts.length === 0 && <p className="soft">{texts.emptyText}</p>}
        {drafts.map((draft, index) => (
          <AppFields
            key={index}
            kind={kind}
            number={index + 1}
            draft={draft}
            isReadOnly={isReadOnly}
            onChange={(next) => change(index, next)}
          />
        ))}
        {!isReadOnly && (
          <div className={styles.buttons}>
            <Button
              variant="default"
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => setDrafts([...drafts, EMPTY_APP])}
            >
              {texts.addApp}
            </Button>
            {isChanged && (
              <Button type="submit" loading={saving.isPending}>
                {texts.save(fileNameOf(kind))}
              </Button>
            )}
          </div>
        )}
      </form>
      <div className={styles.stack}>
        <p className="soft small">{isChanged ? texts.preview : texts.served}</p>
        {isPasted && <p className={styles.problem}>{texts.pasted}</p>}
        <MadeFile kind={kind} apps={typed} />
      </div>
    </div>
  )
}

function MadeFile({ kind, apps }: { kind: FileKind; apps: ReturnType<typeof appsOf> }) {
  const file = fileOf(kind, apps)
  if (file === null) return <p>{texts.nothing}</p>
  return (
    <>
      <CodeBlock text={file} label={fileNameOf(kind)} />
      <FileProblems problems={checkApps(apps)} />
    </>
  )
}

function useSaveApps(kind: FileKind, onSaved: () => void) {
  const context = useProject()
  const client = useQueryClient()
  return useChange(
    ({ android, ios }: ReturnType<typeof appsOf>) =>
      unwrap(
        context.api.PUT('/api/project/apps', {
          body: kind === 'asset-links' ? { android } : { ios },
        }),
      ),
    {
      stale: settingsKey(context),
      done: texts.saved,
      onDone: (saved) => {
        client.setQueryData(appsQuery(context).queryKey, saved)
        onSaved()
      },
    },
  )
}
