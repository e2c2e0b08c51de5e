import { Select } from '@mantine/core'
import type { Domain, Project } from '../../api/types.js'
import { shortUrlHost } from '../../api/settings.js'
import { domains as texts } from '../../texts/hosts.js'
import { errorOf } from '../../ui/form-errors.js'
import { ProjectForm } from './project-form.js'

interface DefaultHostProps {
  project: Project
  domains: readonly Domain[]
}

/** The host of new and existing short URLs: the link host, or a domain that serves the links. */
export function DefaultHost({ project, domains }: DefaultHostProps) {
  const proved = domains.filter(({ status }) => status === 'proved').map(({ host }) => host)
  const shown = (host: string | null) => shortUrlHost({ ...project, default_link_host: host })
  return (
    <ProjectForm
      title={texts.defaultHost}
      project={project}
      valuesOf={valuesOf}
      labels={LABELS}
      describe={(_name, value) => shown(value)}
      toBody={(changes) => changes}
    >
      {({ draft, set, error, isReadOnly }) => (
        <Select
          label={texts.defaultHostLabel}
          description={texts.defaultHostHint}
          data={[
            { value: '', label: shown(null) },
            ...proved.map((host) => ({ value: host, label: shown(host) })),
          ]}
          value={draft.default_link_host ?? ''}
          onChange={(host) => set({ default_link_host: host || null })}
          error={errorOf(error, 'default_link_host')}
          disabled={isReadOnly}
          allowDeselect={false}
        />
      )}
    </ProjectForm>
  )
}

const LABELS = { default_link_host: texts.defaultHostLabel } as const

const valuesOf = ({ default_link_host }: Project) => ({ default_link_host })
