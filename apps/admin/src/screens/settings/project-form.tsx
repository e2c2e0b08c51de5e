import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  projectSettingsQuery,
  saveProject,
  settingsKey,
  type ProjectChange,
} from '../../api/settings.js'
import type { Project } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { common } from '../../texts/common.js'
import { settings as texts } from '../../texts/settings.js'
import { Card } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { FormErrors } from '../../ui/form-errors.js'
import styles from './settings.module.css'

/** Renders the project's settings once they are read. */
export function WithProject({ children }: { children: (project: Project) => ReactNode }) {
  const query = useQuery(projectSettingsQuery(useProject()))
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <Skeleton height={380} radius="lg" />
  return (
    <Card>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    </Card>
  )
}

export interface FieldsProps<Draft> {
  draft: Draft
  set: (change: Partial<Draft>) => void
  error: Error | null
  isReadOnly: boolean
}

interface ProjectFormProps<Draft> {
  title: string
  initial: Draft
  toBody: (draft: Draft) => ProjectChange
  children: (fields: FieldsProps<Draft>) => ReactNode
}

/** A card of settings that are saved together. Its buttons are enabled when something has changed. */
export function ProjectForm<Draft extends object>(props: ProjectFormProps<Draft>) {
  const { title, initial, toBody, children } = props
  const context = useProject()
  const [draft, setDraft] = useState(initial)
  const saving = useChange((body: ProjectChange) => saveProject(context, body), {
    stale: settingsKey(context),
    done: texts.saved,
  })
  const isReadOnly = !context.can('project:write')
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial)
  return (
    <Card title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(toBody(draft))
        }}
      >
        {isReadOnly && <p className="soft">{common.readOnly}</p>}
        <FormErrors error={saving.error} title={common.fix} />
        {children({
          draft,
          set: (change) => setDraft({ ...draft, ...change }),
          error: saving.error,
          isReadOnly,
        })}
        {!isReadOnly && (
          <div className={styles.buttons}>
            <Button type="submit" disabled={!isChanged} loading={saving.isPending}>
              {common.save}
            </Button>
            {isChanged && (
              <Button variant="default" onClick={() => setDraft(initial)}>
                {common.discard}
              </Button>
            )}
          </div>
        )}
      </form>
    </Card>
  )
}
