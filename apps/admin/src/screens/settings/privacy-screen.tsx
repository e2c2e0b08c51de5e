import { Button, Group, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Project } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { privacy as texts } from '../../texts/settings.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { ProjectForm, WithProject } from './project-form.js'
import { SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

type Query = Project['attribution']['fingerprint_query']

export function PrivacyScreen() {
  const { can } = useProject()
  return (
    <SettingsPage section="privacy">
      <WithProject>{(project) => <Consent project={project} />}</WithProject>
      <Retention />
      {can('erasures:write') && <Erasure />}
    </SettingsPage>
  )
}

const LABELS = { consent_required: texts.consentRequired, fingerprint_query: texts.query } as const

function Consent({ project }: { project: Project }) {
  return (
    <ProjectForm
      title={texts.consent}
      project={project}
      valuesOf={({ attribution: { consent_required, fingerprint_query } }: Project) => ({
        consent_required,
        fingerprint_query,
      })}
      labels={LABELS}
      describe={(name, value) =>
        name === 'fingerprint_query' ? texts.queries[value as Query] : undefined
      }
      toBody={(attribution) => ({ attribution })}
    >
      {({ draft, set, isReadOnly }) => (
        <>
          <Switch
            label={texts.consentRequired}
            description={texts.consentRequiredHint}
            checked={draft.consent_required}
            disabled={isReadOnly}
            onChange={(event) => set({ consent_required: event.currentTarget.checked })}
          />
          <Select
            label={texts.query}
            description={texts.queryHint}
            data={Object.entries(texts.queries).map(([value, label]) => ({ value, label }))}
            value={draft.fingerprint_query}
            onChange={(value) => set({ fingerprint_query: (value ?? 'any') as Query })}
            disabled={isReadOnly}
            allowDeselect={false}
          />
        </>
      )}
    </ProjectForm>
  )
}

function Retention() {
  return (
    <Card
      title={texts.retention}
      aside={
        <a href="/docs/guides/app-store-privacy" target="_blank" rel="noreferrer">
          {texts.retentionMore}
        </a>
      }
    >
      <p className="soft">{texts.retentionText}</p>
      <table className={styles.plain} style={{ marginTop: 14 }}>
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.period}</th>
          </tr>
        </thead>
        <tbody>
          {texts.periods.map(([what, period]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{period}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Erasure() {
  const context = useProject()
  const [code, setCode] = useState('')
  const [isAsking, setAsking] = useState(false)
  const erasing = useChange(
    () => unwrap(context.api.POST('/api/erasures', { body: { code: code.trim() } })),
    {
      stale: projectKey(context),
      done: texts.erased,
      onDone: () => {
        setAsking(false)
        setCode('')
      },
    },
  )
  return (
    <Card title={texts.erase}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        <p className="soft">{texts.eraseText}</p>
        <Group align="flex-end" gap={10}>
          <TextInput
            label={texts.eraseCode}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            required
            withAsterisk={false}
          />
          <Button type="submit" variant="default" disabled={code.trim() === ''}>
            {texts.eraseAction}
          </Button>
        </Group>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={texts.eraseTitle(code.trim())}
          text={texts.eraseConfirm}
          action={texts.eraseAction}
          word={code.trim()}
          change={erasing}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
