import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
import { Conflict } from '../../ui/conflict.js'
import { Failure } from '../../ui/failure.js'
import { FormErrors } from '../../ui/form-errors.js'
import { saveVersion } from '../../ui/save-version.js'
import { changedFields, changesOf, useEdit, type Edit } from '../../ui/use-edit.js'
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
  project: Project
  valuesOf: (project: Project) => Draft
  labels: NoInfer<Readonly<Record<keyof Draft, string>>>
  /** Words for values that are not texts as typed. */
  describe?: (name: keyof Draft, value: Draft[keyof Draft]) => string | undefined
  toBody: (changes: Partial<Draft>) => ProjectChange
  children: (fields: FieldsProps<Draft>) => ReactNode
}

/** A card of settings that are saved together. Its buttons are enabled when something has changed. */
export function ProjectForm<Draft extends object>(props: ProjectFormProps<Draft>) {
  const { title, project, valuesOf, labels, describe, children } = props
  const edit = useEdit(`settings-${project.id}-${title}`, valuesOf(project), project.version)
  const saving = useSaveProject(props, edit.reset)
  const isReadOnly = !useProject().can('project:write')
  const isChanged = edit.changed.length > 0
  return (
    <Card title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(edit)
        }}
      >
        {isReadOnly && <p className="soft">{common.readOnly}</p>}
        <FormErrors
          error={saving.error}
          title={common.fix}
          conflict={
            <Conflict
              edit={edit}
              labels={labels}
              saving={saving}
              {...(describe === undefined ? {} : { describe })}
            />
          }
        />
        {children({ draft: edit.values, set: edit.set, error: saving.error, isReadOnly })}
        {!isReadOnly && (
          <div className={styles.buttons}>
            <Button type="submit" disabled={!isChanged} loading={saving.isPending}>
              {common.save}
            </Button>
            {isChanged && (
              <Button variant="default" onClick={edit.reset}>
                {common.discard}
              </Button>
            )}
          </div>
        )}
      </form>
    </Card>
  )
}

function useSaveProject<Draft extends object>(
  { valuesOf, toBody }: ProjectFormProps<Draft>,
  onSaved: () => void,
) {
  const context = useProject()
  const client = useQueryClient()
  const query = projectSettingsQuery(context)
  const save = (edit: Edit<Draft>) =>
    saveVersion(edit, {
      save: (version) =>
        saveProject(context, toBody(changesOf(edit.values, changedFields(edit))), version),
      read: () => client.query({ ...query, staleTime: 0 }),
      valuesOf,
    })
  return useChange(save, {
    stale: settingsKey(context),
    done: texts.saved,
    onDone: (saved) => {
      client.setQueryData(query.queryKey, saved)
      onSaved()
    },
  })
}
