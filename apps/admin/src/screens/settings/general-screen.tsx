import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { Project } from '../../api/types.js'
import { general as texts } from '../../texts/settings.js'
import { Card, Facts } from '../../ui/card.js'
import { CopyButton } from '../../ui/copy.js'
import { errorOf } from '../../ui/form-errors.js'
import { formatTime } from '../../ui/format.js'
import { IconField } from './icon-field.js'
import { DeletionCard } from './deletion-card.js'
import { ProjectKeys } from './project-keys.js'
import { ProjectForm, WithProject, type FieldsProps } from './project-form.js'
import { SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

type Scope = Project['sdk_scopes'][number]

const SCOPES = Object.keys(texts.scopes) as Scope[]

export function GeneralScreen() {
  return (
    <SettingsPage section="general">
      <WithProject>
        {(project) => (
          <>
            <Naming project={project} />
            <Ids project={project} />
            <ProjectKeys project={project} />
            <KeyRights project={project} />
            <DeletionCard project={project} />
          </>
        )}
      </WithProject>
    </SettingsPage>
  )
}

function Naming({ project }: { project: Project }) {
  return (
    <ProjectForm
      title={texts.page}
      project={project}
      valuesOf={({ name, icon }: Project) => ({ name, icon })}
      labels={texts}
      toBody={(changes) => changes}
    >
      {({ draft, set, error, isReadOnly }) => (
        <>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={errorOf(error, 'name')}
            maxLength={255}
            readOnly={isReadOnly}
            required
            withAsterisk={false}
          />
          <IconField
            icon={draft.icon}
            isReadOnly={isReadOnly}
            error={errorOf(error, 'icon')}
            onChange={(next) => set({ icon: next })}
          />
        </>
      )}
    </ProjectForm>
  )
}

function Ids({ project }: { project: Project }) {
  return (
    <Card title={texts.ids}>
      <Facts
        facts={[
          [texts.projectId, <Value key="id" text={project.id} />],
          // Users who may read the key have the card below.
          ...(project.project_key === null ? [[texts.projectKey, texts.keyHidden] as const] : []),
          [texts.linkHost, <Value key="host" text={project.link_host} />],
          [texts.scheme, <Value key="scheme" text={`service-${project.id}`} />],
          [texts.created, formatTime(project.created_at)],
        ]}
      />
    </Card>
  )
}

function Value({ text }: { text: string }) {
  return (
    <span className={styles.value}>
      <code>{text}</code>
      <CopyButton value={text} />
    </span>
  )
}

/** `allowed_destinations` has the lines as they are typed. */
type KeyDraft = Pick<Project, 'sdk_scopes' | 'sdk_writes' | 'allowed_destinations'>

const KEY_LABELS: Readonly<Record<keyof KeyDraft, string>> = {
  sdk_scopes: texts.key,
  sdk_writes: texts.writes,
  allowed_destinations: texts.destinations,
}

function KeyRights({ project }: { project: Project }) {
  return (
    <ProjectForm
      title={texts.key}
      project={project}
      valuesOf={({ sdk_scopes, sdk_writes, allowed_destinations }: Project): KeyDraft => ({
        sdk_scopes,
        sdk_writes,
        allowed_destinations,
      })}
      labels={KEY_LABELS}
      describe={describe}
      toBody={({ allowed_destinations: lines, ...changes }) => ({
        ...changes,
        ...(lines && { allowed_destinations: lines.map((line) => line.trim()).filter(Boolean) }),
      })}
    >
      {(fields) => <KeyFields {...fields} />}
    </ProjectForm>
  )
}

function describe(name: keyof KeyDraft, value: KeyDraft[keyof KeyDraft]): string | undefined {
  if (name === 'sdk_writes') return value === 'own' ? texts.writesOwn : texts.writesAll
  if (name !== 'sdk_scopes') return undefined
  return SCOPES.filter((scope) => value.includes(scope))
    .map((scope) => texts.scopes[scope][0])
    .join(', ')
}

function KeyFields({ draft, set, error, isReadOnly }: FieldsProps<KeyDraft>) {
  const toggle = (scope: Scope, isOn: boolean) =>
    set({
      sdk_scopes: SCOPES.filter((one) => (one === scope ? isOn : draft.sdk_scopes.includes(one))),
    })
  return (
    <>
      <p className="soft">{texts.keyText}</p>
      <fieldset className={styles.checks}>
        <legend className="sr-only">{texts.key}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={texts.scopes[scope][0]}
            description={texts.scopes[scope][1]}
            checked={draft.sdk_scopes.includes(scope)}
            disabled={isReadOnly}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <Select
        label={texts.writes}
        description={texts.writesHint}
        data={[
          { value: 'own', label: texts.writesOwn },
          { value: 'all', label: texts.writesAll },
        ]}
        value={draft.sdk_writes}
        onChange={(value) => set({ sdk_writes: value === 'own' ? 'own' : 'all' })}
        disabled={isReadOnly}
        allowDeselect={false}
      />
      <Textarea
        label={texts.destinations}
        description={texts.destinationsHint}
        value={draft.allowed_destinations.join('\n')}
        onChange={(event) => set({ allowed_destinations: event.currentTarget.value.split('\n') })}
        error={errorOf(error, 'allowed_destinations')}
        readOnly={isReadOnly}
        minRows={3}
        rows={3}
        spellCheck={false}
      />
    </>
  )
}
